package org.g2cl.jgcs.jgroups4;

import java.util.List;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.CountedViewId;
import net.sf.jgcs.spi.EarlyMessages;
import net.sf.jgcs.spi.Farewell;
import net.sf.jgcs.spi.GroupMember;
import net.sf.jgcs.spi.ListenerThreads;
import net.sf.jgcs.spi.MemberViews;
import net.sf.jgcs.spi.Pack;
import net.sf.jgcs.spi.PackingSender;
import net.sf.jgcs.spi.RareLog;
import net.sf.jgcs.spi.jgroups.FlagService;
import net.sf.jgcs.spi.jgroups.JoinProofs;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.jgroups.Address;
import org.jgroups.ChannelListener;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.dns.DNS_PING;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.TimeScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One membership, from connect to leave: a channel and what is known of the other members. */
final class JGroups4Member implements Receiver, ChannelListener, GroupMember {
  /**
   * Flag of a message that its sender must not get; JGroups carries it and only BARRIER, which
   * holds messages back during JGroups' own state transfer, gives it a meaning.
   */
  static final Message.Flag NOT_TO_SELF = Message.Flag.SKIP_BARRIER;

  /** Flag of a pack of messages to all; a bit that JGroups has no flag for. */
  static final short PACKED = 1 << 12;

  /** Flag of the binding's own messages; only RELAY2, between sites, gives it another meaning. */
  private static final Message.Flag CONTROL = Message.Flag.NO_RELAY;

  private static final int MOST_EARLY = 1_000;
  private static final Logger LOG = LoggerFactory.getLogger(JGroups4Member.class);

  private final StackSettings settings;
  private final String cluster;
  private final Admission admission;
  private final JGroups4ControlSession session;
  private final Farewell<Address> farewell =
      new Farewell<>(this::sendControl, this::isMember, this::ignored);
  private final MemberViews<Address, JGroups4Address> views =
      new MemberViews<>(JGroups4Address::of, farewell::wasSaidBy);
  private final EarlyMessages<Message> early = new EarlyMessages<>(MOST_EARLY, this::notKept);
  private final PackingSender<Message> totalOrder =
      new PackingSender<>(this::send, JGroups4Member::packed, this::runsSoon, this::notSent);
  private final RareLog malformed = new RareLog();
  private final RareLog unsent = new RareLog();
  private volatile JChannel channel;

  /** Null when the stack has no total order. */
  private volatile PromptSequencer sequencer;

  private volatile JGroups4Address address;

  /** Hosts and ports that it asks for the group. */
  private volatile List<String> peers = List.of();

  JGroups4Member(
      StackSettings settings, String cluster, Admission admission, JGroups4ControlSession session) {
    this.settings = settings;
    this.cluster = cluster;
    this.admission = admission;
    this.session = session;
  }

  @Override
  public void join() throws GroupException {
    try {
      Channels.connect(settings, cluster, this, this::prepared);
    } catch (GroupException e) {
      throw admission == null ? e : JoinProofs.explained(e, settings, cluster, admission);
    }
    channel.addChannelListener(this);
    MissedMessages.askSoon(channel);
    if (views.size() == 1) {
      warnOfBeingFirst();
    }
  }

  private void warnOfBeingFirst() {
    if (!peers.isEmpty()) {
      LOG.warn(
          "{}: found no member of group '{}' at its peers {}, so it is the first one",
          this,
          cluster,
          peers);
    }
    if (settings.dnsName() != null && resolvesToNothing()) {
      LOG.warn(
          "{}: found no member of group '{}', so it is the first one: setting 'peers-dns' has the value '{}', which resolves to nothing. Unless this is the first member, correct the name, or look at the name server that this host asks.",
          this,
          cluster,
          settings.dnsName());
    }
  }

  private boolean resolvesToNothing() {
    DNS_PING names = channel.getProtocolStack().findProtocol(DNS_PING.class);
    try { // the text is JGroups' own, for its consoles
      return names != null && names.fetchFromDns().startsWith("null");
    } catch (RuntimeException e) { // the member has joined all the same
      LOG.debug("{}: looking up {} failed", this, settings.dnsName(), e);
      return false;
    }
  }

  private void prepared(JChannel next, List<String> asked) {
    channel = next;
    sequencer = next.getProtocolStack().findProtocol(PromptSequencer.class);
    peers = asked;
    if (admission != null) {
      JoinGuard.insert(next.getProtocolStack(), admission, cluster);
    }
  }

  /** Says good-bye, so that the others tell a leave from a failure, and closes the channel. */
  @Override
  public void leave() {
    totalOrder.finish();
    farewell.say(views.others());
    totalOrder.close();
    views.close();
    leaveMerges();
    closeChannel();
  }

  /**
   * Takes no part in a merge until a view comes, which a member that has left gets none of: JGroups
   * sends the answer to a leave once, and where that is lost a member that waits for it would be
   * merged back.
   */
  private void leaveMerges() {
    MERGE3 merges = channel.getProtocolStack().findProtocol(MERGE3.class);
    if (merges != null) {
      merges.stop();
    }
  }

  void closeChannel() {
    early.close();
    channel.close();
  }

  @Override
  public JGroups4Address address() {
    return address;
  }

  void sendToAll(JGroups4Message payload, FlagService service, boolean toSelf)
      throws GroupException {
    if (toSelf && isPacked(payload, service)) {
      return;
    }
    Message message = new Message(null, payload.getPayload());
    message.setFlag(service.flags());
    if (!toSelf) {
      message.setFlag(NOT_TO_SELF);
      if (!service.inTotalOrder()) {
        message.setTransientFlag(Message.TransientFlag.DONT_LOOPBACK);
      }
    }
    if (service.inTotalOrder()) {
      totalOrder.alone(message);
    } else {
      send(message);
    }
  }

  private boolean isPacked(JGroups4Message payload, FlagService service) throws GroupException {
    return settings.packing() && service.flags() == 0 && totalOrder.packs(payload);
  }

  private static Message packed(byte[] pack) {
    Message message = new Message(null, pack);
    message.setFlag(PACKED);
    return message;
  }

  /** In JGroups' pool, since its timer's thread must not wait. */
  private boolean runsSoon(Runnable task) {
    TimeScheduler timer = channel.getProtocolStack().getTransport().getTimer();
    return timer.schedule(task, PackingSender.PERIOD.toMillis(), TimeUnit.MILLISECONDS, true)
        != null;
  }

  void sendTo(JGroups4Address destination, byte[] payload, FlagService service)
      throws GroupException {
    if (!views.contains(destination.address())) {
      LOG.debug("{}: dropped a message to {}, not a member", this, destination);
      return;
    }
    Message message = new Message(destination.address(), payload);
    message.setFlag(service.toOne().flags());
    if (DirectProcessing.takes(message)) {
      message.setFlag(Message.Flag.NO_FC); // the reading thread cannot wait for credits
    }
    send(message);
  }

  private void sendControl(Address destination, byte code) throws GroupException {
    Message message = new Message(destination, new byte[] {code});
    message.setFlag(FlagService.UNORDERED.flags());
    message.setFlag(CONTROL);
    send(message);
  }

  private boolean isMember(Address address) {
    return views.contains(address);
  }

  private void send(Message message) throws GroupException {
    if (channel == null) {
      throw new InvalidStateException(this + " is still joining group '" + cluster + "'");
    }
    try {
      channel.send(message);
    } catch (IllegalStateException e) {
      throw new InvalidStateException(
          "not joined to group '" + cluster + "': " + e.getMessage(), e);
    } catch (Exception e) { // declared so by JGroups
      throw new GroupException("%s could not send %s: %s".formatted(this, message, e), e);
    }
  }

  private void notSent(GroupException failure) {
    if (unsent.count()) {
      LOG.warn("{}: not sent in total order, time {} so far", this, unsent.total(), failure);
    }
    session.notSent(failure);
  }

  private void ignored(GroupException failure) {
    LOG.debug("{}: a good-bye was not sent", this, failure);
  }

  @Override
  public void viewAccepted(View view) {
    boolean isFirst = address == null;
    if (isFirst) {
      address = JGroups4Address.of(channel.getAddress());
    }
    boolean inPool = isFirst && inPool(this::deliverEarly);
    CountedViewId id =
        new CountedViewId(JGroups4Address.of(view.getCreator()), view.getViewId().getId());
    ListenerThreads.run(
        () ->
            views.install(
                id,
                id.number(),
                view.getMembers(),
                address,
                MergedParts.own(view, address.address()),
                next -> session.deliver(this, next)));
    if (isFirst && !inPool) {
      deliverEarly();
    }
    farewell.forgetStrangers();
    totalOrder.viewChanged();
  }

  @Override
  public void channelConnected(JChannel connected) {}

  @Override
  public void channelDisconnected(JChannel disconnected) {
    totalOrder.stop();
    session.exclude(this);
  }

  /** Somebody else closed the channel; after a leave the session does not listen any more. */
  @Override
  public void channelClosed(JChannel closed) {
    totalOrder.stop();
    session.exclude(this);
  }

  /** Marks the thread once for all of the batch. */
  @Override
  public void receive(MessageBatch batch) {
    boolean before = ListenerThreads.enter();
    try {
      int left = batch.size();
      for (Message message : batch) {
        left--;
        receive(message, left > 0 && message.isFlagSet(Message.Flag.OOB));
      }
    } finally {
      ListenerThreads.leave(before);
    }
  }

  @Override
  public void receive(Message message) {
    boolean before = ListenerThreads.enter();
    try {
      receive(message, false);
    } finally {
      ListenerThreads.leave(before);
    }
  }

  /** An unordered message lets others of its batch not wait for it. */
  private void receive(Message message, boolean letsOthersPass) {
    if (message.isFlagSet(CONTROL)) {
      receiveControl(message);
    } else if (!isEarly(message)
        && !((letsOthersPass || mustNotWait(message)) && inPool(message))) {
      deliver(message);
    }
  }

  private boolean inPool(Message message) {
    return inPool(() -> deliverMarked(message));
  }

  private boolean inPool(Runnable task) {
    return channel.getProtocolStack().getTransport().submitToThreadPool(task, false);
  }

  /** An ordered one queues behind those before it, until the last of them is delivered. */
  private boolean isEarly(Message message) {
    return message.isFlagSet(Message.Flag.OOB)
        ? views.size() == 0 && early.offer(message)
        : early.keep(message);
  }

  private void notKept(Message message, long soFar) {
    LOG.warn(
        "{}: dropped {}, more than {} messages came before the first view; {} dropped so far",
        this,
        message,
        MOST_EARLY,
        soFar);
  }

  private void deliverEarly() {
    early.deliver(
        message -> {
          if (!message.isFlagSet(Message.Flag.OOB) || !inPool(message)) {
            deliverMarked(message);
          }
        });
  }

  /** The thread that reads, or hands over what came too early, brings the view as well. */
  private boolean mustNotWait(Message message) {
    return message.isFlagSet(Message.Flag.OOB) && !views.isDelivered(message.getSrc());
  }

  private void receiveControl(Message message) {
    if (message.getLength() == 1) {
      farewell.receive(message.getSrc(), message.getRawBuffer()[message.getOffset()]);
    }
  }

  private void deliverMarked(Message message) {
    ListenerThreads.run(() -> deliver(message));
  }

  /** Delivers in a thread that is marked. */
  private void deliver(Message message) {
    FlagService service = FlagService.of(message.getFlags());
    JGroups4Address sender = sender(message, service);
    if (sender == null) {
      LOG.debug("{}: dropped a message of {}, not a member", this, message.getSrc());
      return;
    }
    boolean own = sender.equals(address);
    try {
      if (own && service.inTotalOrder()) {
        totalOrder.delivered();
      }
    } finally { // all others deliver it, so this member does, whatever fails in sending
      deliver(message, sender, service, own);
    }
  }

  /** Null when there is no such member. */
  private JGroups4Address sender(Message message, FlagService service) {
    Address source = message.getSrc();
    boolean isPlaced =
        service.inTotalOrder()
            && !views.isDelivered(source)
            && sequencer != null
            && sequencer.isPlaced(source);
    return isPlaced ? JGroups4Address.of(source) : views.awaitMember(source);
  }

  private void deliver(Message message, JGroups4Address sender, FlagService service, boolean own) {
    if (isPack(message)) {
      deliverPack(message, sender, service);
    } else if (!own || !message.isFlagSet(NOT_TO_SELF)) {
      session.deliver(this, new JGroups4Message(message, sender), service);
    }
  }

  private static boolean isPack(Message message) {
    return message.getDest() == null && (message.getFlags() & PACKED) != 0;
  }

  private void deliverPack(Message message, JGroups4Address sender, FlagService service) {
    boolean whole =
        Pack.read(
            message.getRawBuffer(),
            message.getOffset(),
            message.getLength(),
            (array, offset, length) ->
                session.deliver(this, new JGroups4Message(array, offset, length, sender), service));
    if (!whole && malformed.count()) {
      LOG.warn(
          "{}: dropped the end of a malformed pack of {}; {} such so far",
          this,
          sender,
          malformed.total());
    }
  }

  @Override
  public String toString() {
    JGroups4Address known = address;
    return known == null ? settings.member().title() : known.toString();
  }
}
