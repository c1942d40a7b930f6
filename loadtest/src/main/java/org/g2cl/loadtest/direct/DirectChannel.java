package org.g2cl.loadtest.direct;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.Rendezvous;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.SuspectedException;
import org.jgroups.UnreachableException;
import org.jgroups.View;
import org.jgroups.blocks.MessageDispatcher;
import org.jgroups.blocks.RequestOptions;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.ProtocolStackConfigurator;
import org.jgroups.util.NameCache;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JGroups' dispatcher on the stack that our binding ships, with the flags that our state
 * propagation gets from it: out of band, written by the sending thread, without acknowledgement by
 * the protocol, since the backup's answer is one.
 */
final class DirectChannel implements Receiver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DirectChannel.class);

  /** The stack of the binding, a file of its jar. */
  private static final String STACK = "/org/g2cl/jgcs/jgroups/tcp.xml";

  private static final byte[] ACKNOWLEDGEMENT = {1};
  private static final int LARGE = 32 << 10;
  private static final RequestOptions SMALL_ONES =
      RequestOptions.SYNC()
          .timeout(500)
          .flags(
              Message.Flag.OOB,
              Message.Flag.DONT_BUNDLE,
              Message.Flag.NO_TOTAL_ORDER,
              Message.Flag.NO_RELIABILITY);

  /** Sent in parts, each of which has to arrive. */
  private static final RequestOptions LARGE_ONES =
      RequestOptions.SYNC()
          .timeout(2_000)
          .flags(Message.Flag.OOB, Message.Flag.DONT_BUNDLE, Message.Flag.NO_TOTAL_ORDER);

  private final String name;
  private final JChannel channel;

  /** Backups of each session by rank, in the current view. */
  private volatile Map<String, List<Address>> ranked = new ConcurrentHashMap<>();

  private MessageDispatcher dispatcher;

  /** Takes what other members send. */
  @FunctionalInterface
  interface FrameReceiver {
    void receive(byte[] array, int offset, int length);
  }

  private DirectChannel(String name, JChannel channel) {
    this.name = name;
    this.channel = channel;
  }

  /**
   * A channel that is not connected.
   *
   * @param name {@code host:port} of the beans; all sockets are bound to that host
   */
  static DirectChannel create(String name, int port, List<String> peers) {
    try (InputStream xml = DirectChannel.class.getResourceAsStream(STACK)) {
      ProtocolStackConfigurator stack = ConfiguratorFactory.getStackConfigurator(xml);
      for (ProtocolConfiguration protocol : stack.getProtocolStack()) {
        configure(protocol, name.substring(0, name.lastIndexOf(':')), port, peers);
      }
      return new DirectChannel(name, new JChannel(stack).name(name));
    } catch (Exception e) { // declared so by JGroups
      throw new IllegalStateException(name + ": JGroups' stack cannot be made: " + e, e);
    }
  }

  private static void configure(
      ProtocolConfiguration protocol, String host, int port, List<String> peers) {
    Map<String, String> properties = protocol.getProperties();
    String type = protocol.getProtocolName();
    switch (type.substring(type.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT)) {
      case "TCP", "RECONNECTINGTCP" -> {
        properties.put("bind_addr", host);
        properties.put("bind_port", Integer.toString(port));
      }
      case "FD_SOCK2", "WATCHFULFDSOCK2" -> properties.put("bind_addr", host);
      case "TCPPING" ->
          properties.put(
              "initial_hosts",
              (peers.isEmpty() ? List.of(host + ":" + port) : peers)
                  .stream()
                      .map(peer -> peer.replaceFirst(":(\\d+)$", "[$1]"))
                      .collect(Collectors.joining(",")));
      default -> {}
    }
  }

  void connect(String group, FrameReceiver receiver) {
    dispatcher =
        new MessageDispatcher(
            channel,
            message -> {
              receiver.receive(message.getArray(), message.getOffset(), message.getLength());
              return ACKNOWLEDGEMENT;
            });
    dispatcher.setReceiver(this);
    channel.setUpHandler(new ReadingThread(channel.getUpHandler()));
    try {
      channel.connect(group);
    } catch (Exception e) { // declared so by JGroups
      channel.close();
      throw new IllegalStateException(
          "%s: group '%s' cannot be joined: %s".formatted(name, group, e), e);
    }
  }

  @Override
  public void viewAccepted(View view) {
    ranked = new ConcurrentHashMap<>();
  }

  /** Sends a frame to the first members that take it. */
  void send(String session, byte[] frame, int copies) throws PropagationException {
    int wanted = copies;
    RequestOptions options = frame.length <= LARGE ? SMALL_ONES : LARGE_ONES;
    for (Address member : ranking(session)) {
      if (wanted == 0) {
        return;
      }
      if (acknowledged(member, frame, options)) {
        wanted--;
      }
    }
  }

  private boolean acknowledged(Address member, byte[] frame, RequestOptions options)
      throws PropagationException {
    try {
      byte[] answer = dispatcher.sendMessage(new BytesMessage(member, frame), options);
      return answer != null;
    } catch (SuspectedException | TimeoutException | UnreachableException e) {
      LOG.debug("{}: {} does not answer", name, member, e);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PropagationException(name + ": interrupted while waiting for " + member, e);
    } catch (Exception e) { // declared so by JGroups
      throw new PropagationException(name + ": nothing can be sent to " + member + ": " + e, e);
    }
  }

  private List<Address> ranking(String session) {
    Map<String, List<Address>> cache = ranked;
    List<Address> known = cache.get(session);
    if (known == null) {
      known = rank(session);
      cache.put(session, known);
    }
    return known;
  }

  private List<Address> rank(String session) {
    Map<String, Address> others =
        channel.getView().getMembers().stream()
            .filter(member -> !member.equals(channel.getAddress()))
            .collect(Collectors.toMap(this::nameOf, member -> member));
    return Rendezvous.rank(session, others.keySet()).stream().map(others::get).toList();
  }

  List<String> members() {
    return Optional.ofNullable(channel.getView())
        .map(view -> view.getMembers().stream().map(this::nameOf).toList())
        .orElse(List.of());
  }

  String view() {
    return String.valueOf(channel.getView() == null ? "" : channel.getView().getViewId());
  }

  private String nameOf(Address member) {
    String known = NameCache.get(member);
    return known == null ? member.toString() : known;
  }

  @Override
  public void close() {
    try {
      if (dispatcher != null) {
        dispatcher.close();
      }
    } catch (IOException e) {
      LOG.warn("{}: the dispatcher cannot be closed", name, e);
    } finally {
      channel.close();
    }
  }
}
