package org.g2cl.jgcs.jgroups;

import java.net.InetSocketAddress;
import java.util.List;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.LongMessage;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.util.MessageBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One membership, from connect to leave: a channel and what is known of the other members. */
final class JGroupsMember implements Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(JGroupsMember.class);

  private final JGroupsSettings settings;
  private final String cluster;
  private final JGroupsControlSession session;
  private final Views views = new Views();
  private final Farewell farewell = new Farewell(this);
  private final OrderedSender orderedSender = new OrderedSender(this::send);
  private volatile JChannel channel;
  private volatile JGroupsAddress address;
  private volatile int port;

  JGroupsMember(JGroupsSettings settings, String cluster, JGroupsControlSession session) {
    this.settings = settings;
    this.cluster = cluster;
    this.session = session;
  }

  void connect() throws GroupException {
    Channels.connect(settings, cluster, this, this::prepared);
    List<String> others = settings.others(port).stream().map(JGroupsMember::hostPort).toList();
    if (views.size() == 1 && !others.isEmpty()) {
      LOG.warn(
          "{}: found no member of group '{}' at its peers {}, so it is the first one",
          this,
          cluster,
          others);
    }
  }

  private static String hostPort(InetSocketAddress peer) {
    return peer.getAddress().getHostAddress() + ":" + peer.getPort();
  }

  private void prepared(JChannel next, int chosenPort) {
    channel = next;
    port = chosenPort;
  }

  /** Says good-bye, so that the others tell a leave from a failure, and closes the channel. */
  void leave() {
    farewell.say(views.others());
    orderedSender.close();
    views.close();
    channel.close();
  }

  JGroupsAddress address() {
    return address;
  }

  void sendToAll(byte[] payload, JGroupsService service, boolean toSelf) throws GroupException {
    Message message = new BytesMessage(null, payload);
    service.mark(message);
    if (!toSelf) {
      message.setFlag(Views.NOT_TO_SELF);
      if (service != JGroupsService.TOTAL_ORDER) {
        message.setFlag(Message.TransientFlag.DONT_LOOPBACK);
      }
    }
    if (service == JGroupsService.TOTAL_ORDER) {
      orderedSender.send(message);
    } else {
      send(message);
    }
  }

  void sendTo(JGroupsAddress destination, byte[] payload, JGroupsService service)
      throws GroupException {
    if (!views.contains(destination.address())) {
      LOG.debug("{}: dropped a message to {}, not a member", this, destination);
      return;
    }
    Message message = new BytesMessage(destination.address(), payload);
    (service == JGroupsService.TOTAL_ORDER ? JGroupsService.FIFO : service).mark(message);
    send(message);
  }

  void sendControl(Address destination, long code) throws GroupException {
    Message message = new LongMessage(destination, code);
    JGroupsService.UNORDERED.mark(message);
    send(message);
  }

  private void send(Message message) throws GroupException {
    try {
      channel.send(message);
    } catch (IllegalStateException e) {
      throw new InvalidStateException(
          "not joined to group '" + cluster + "': " + e.getMessage(), e);
    } catch (Exception e) { // declared so by JGroups
      throw new GroupException("%s could not send %s: %s".formatted(this, message, e), e);
    }
  }

  @Override
  public void viewAccepted(View view) {
    if (address == null) {
      address = JGroupsAddress.of(channel.getAddress());
    }
    Callbacks.run(
        () -> views.install(view, address, farewell, next -> session.deliver(this, next)));
  }

  @Override
  public void receive(MessageBatch batch) {
    int left = batch.size();
    for (Message message : batch) {
      left--;
      if (left > 0 && message.isFlagSet(Message.Flag.OOB) && inPool(message)) {
        continue;
      }
      receive(message);
    }
  }

  /** Lets an unordered message not wait for the one before it in the batch. */
  private boolean inPool(Message message) {
    return channel
        .getProtocolStack()
        .getTransport()
        .getThreadPool()
        .execute(() -> receive(message));
  }

  @Override
  public void receive(Message message) {
    if (message.getType() == Message.LONG_MSG) {
      farewell.receive(message.getSrc(), ((LongMessage) message).getValue());
    } else {
      Callbacks.run(() -> deliver(message));
    }
  }

  private void deliver(Message message) {
    JGroupsAddress sender = views.awaitMember(message.getSrc());
    if (sender == null) {
      LOG.debug("{}: dropped a message of {}, not a member", this, message.getSrc());
    } else if (!message.isFlagSet(Views.NOT_TO_SELF) || !sender.equals(address)) {
      session.deliver(this, new JGroupsMessage(message, sender), JGroupsService.of(message));
    }
  }

  @Override
  public String toString() {
    JGroupsAddress known = address;
    return known == null ? "member '" + settings.memberName() + "'" : known.toString();
  }
}
