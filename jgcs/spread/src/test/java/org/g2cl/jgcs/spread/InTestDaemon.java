package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Daemon for tests that speaks Spread's client protocol on a port of 127.0.0.1.
 *
 * <p>Its limits, against the real one: it is a ring of one, so every service is in total order and
 * safe at once. A break of the network is played by {@link #cutOff} and {@link #letBack}: two sides
 * see each other no more, with the views that a ring gives, but at once and without the signal of a
 * transition. It knows no authentication but NULL, and no access policy but those of {@link
 * #answerToJoins} and {@link #refuseStrangers}. Where the real daemon aborts because a frame is too
 * large, it closes all its sessions and counts that. Written from the description of the protocol,
 * with code of its own, so that it does not share the binding's mistakes.
 *
 * <p>For tests of other modules too. Thread-safe.
 */
public final class InTestDaemon implements AutoCloseable {
  static final String NAME = "d1";
  private static final int RING = 0x7f000001;
  private static final int RING_TIME = 1_790_000_000;
  private static final Duration LONGEST_END = Duration.ofSeconds(5);

  private final ServerSocket listener;
  private final Thread acceptor;
  private final ByteOrder order;
  private final Map<String, DaemonClient> clients = new TreeMap<>();
  private final Map<String, List<String>> groups = new TreeMap<>();
  private final Set<String> outcasts = new TreeSet<>();

  /** How often each client has said a word of each kind. */
  private final Map<String, Integer> words = new HashMap<>();

  private int mostClients = 997;
  private int mostWaiting = 1000;
  private String methods = "NULL ";
  private Answer answerToJoins = Answer.VIEW;
  private int refusal = 1;
  private int refusals;
  private boolean strangersRefused;
  private int strayBeats;
  private int changes;
  private int aborts;
  private long carried;
  private boolean closed;

  /** What a join is answered by. */
  enum Answer {
    VIEW,
    REJECT,
    NOTHING
  }

  private InTestDaemon(int port, ByteOrder order) throws IOException {
    this.order = order;
    listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    acceptor = new Thread(this::listen, "in-test-daemon");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /** Starts a daemon on a free port; little-endian, as on most hosts. */
  public static InTestDaemon start() throws IOException {
    return start(0);
  }

  /** Starts a daemon on that port, for instance that of one which was closed. */
  public static InTestDaemon start(int port) throws IOException {
    return new InTestDaemon(port, ByteOrder.LITTLE_ENDIAN);
  }

  /** Starts a daemon of a big-endian host. */
  static InTestDaemon startBigEndian() throws IOException {
    return new InTestDaemon(0, ByteOrder.BIG_ENDIAN);
  }

  /** Port that it listens on. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Its address as the setting {@code peers} wants it. */
  public String address() {
    return "127.0.0.1:" + port();
  }

  /** Sets how many clients it takes. */
  public synchronized void mostClients(int most) {
    mostClients = most;
  }

  /** Sets how many frames may wait for a slow client before it is dropped. */
  public synchronized void mostWaiting(int most) {
    mostWaiting = most;
  }

  synchronized int mostWaiting() {
    return mostWaiting;
  }

  /** Sets the authentication methods that it announces, each followed by a blank. */
  synchronized void methods(String announced) {
    methods = announced;
  }

  synchronized String methods() {
    return methods;
  }

  /** Sets how it answers to joins. */
  synchronized void answerToJoins(Answer answer) {
    answerToJoins = answer;
  }

  /** Refuses the next clients, that many, with a code. */
  synchronized void refuse(int code, int times) {
    refusal = code;
    refusals = times;
  }

  /** Refuses messages of clients to groups that they are not in. */
  synchronized void refuseStrangers() {
    strangersRefused = true;
  }

  /** How often a client has said a word of that kind to others. */
  synchronized int said(String privateGroup, int kind) {
    return words.getOrDefault(privateGroup + " " + kind, 0);
  }

  /** How often clients have said that they live to a group that they were not in. */
  synchronized int strayBeats() {
    return strayBeats;
  }

  /** How often a real daemon would have aborted. */
  public synchronized int aborts() {
    return aborts;
  }

  /** Bytes of data in the messages that it has got. */
  public synchronized long carried() {
    return carried;
  }

  /** Private group names of its clients. */
  public synchronized List<String> clients() {
    return List.copyOf(clients.keySet());
  }

  /** Cuts the connection of a client, as when it is killed. */
  public synchronized void cut(String privateGroup) {
    clients.get(privateGroup).close();
  }

  /** Lets a client seem to stand still: nothing comes from it or goes to it, and all waits. */
  public synchronized void freeze(String privateGroup) {
    clients.get(privateGroup).freeze(true);
  }

  /** Lets a client go on. */
  public synchronized void thaw(String privateGroup) {
    clients.get(privateGroup).freeze(false);
  }

  /** Lets all clients go on. */
  synchronized void thawAll() {
    clients.values().forEach(client -> client.freeze(false));
  }

  /** Parts a client from all those that are not parted, as when the network to it breaks. */
  public synchronized void cutOff(String privateGroup) {
    outcasts.add(privateGroup);
    for (String group : groups.keySet()) {
      tellSides(group, List.of(side(group, true)), List.of(side(group, false)));
    }
  }

  /** Unites the two sides. */
  public synchronized void letBack() {
    for (String group : groups.keySet()) {
      List<List<String>> sides = List.of(side(group, true), side(group, false));
      if (!sides.get(0).isEmpty()) {
        tellSides(group, sides, sides);
      }
    }
    outcasts.clear();
  }

  private List<String> side(String group, boolean out) {
    return groups.get(group).stream().filter(name -> outcasts.contains(name) == out).toList();
  }

  /** Tells the outcasts and the others of a change of the ring, which sets are in their view. */
  private void tellSides(String group, List<List<String>> forOut, List<List<String>> forIn) {
    int[] id = {RING, RING_TIME + ++changes, 1};
    tellSide(group, side(group, true), forOut, 0, id);
    tellSide(group, side(group, false), forIn, forIn.size() - 1, id);
  }

  private void tellSide(
      String group, List<String> receivers, List<List<String>> sets, int own, int[] id) {
    List<String> members = sets.stream().flatMap(List::stream).sorted().toList();
    DaemonFrame view =
        DaemonFrame.view(group, members, DaemonFrame.BY_NETWORK, id, sets, own, order);
    sendTo(receivers, view.toBytes(order));
  }

  /** Sends raw bytes to a client, between other frames. */
  synchronized void inject(String privateGroup, byte[] bytes) {
    clients.get(privateGroup).send(bytes);
  }

  ByteOrder order() {
    return order;
  }

  private void listen() {
    try {
      while (true) {
        Socket socket = listener.accept();
        DaemonClient.start(this, socket);
      }
    } catch (IOException e) {
      close();
    }
  }

  /** Takes a client in; gives a refusal code, or 1. */
  synchronized int admit(String privateGroup, DaemonClient client) {
    if (refusals > 0) {
      refusals--;
      return refusal;
    }
    if (closed || clients.size() >= mostClients) {
      return -3;
    }
    return clients.putIfAbsent(privateGroup, client) == null ? 1 : -6;
  }

  /** Acts on a frame of a client; false when the client has to be dropped. */
  synchronized boolean handle(DaemonClient from, DaemonFrame frame) {
    if (frame.stopsTheDaemon()) {
      aborts++;
      List.copyOf(clients.values()).forEach(DaemonClient::close);
      return false;
    }
    if (!frame.sender().equals(from.privateGroup()) || !frame.legal()) {
      return false;
    }
    switch (frame.type() & ~DaemonFrame.SELF_DISCARD) {
      case DaemonFrame.JOIN -> answerJoin(from, frame);
      case DaemonFrame.LEAVE -> leave(frame.groups().get(0), from.privateGroup());
      case DaemonFrame.KILL -> {
        return false;
      }
      default -> routeOrRefuse(from, frame);
    }
    return true;
  }

  private void answerJoin(DaemonClient from, DaemonFrame frame) {
    switch (answerToJoins) {
      case VIEW -> join(frame.groups().get(0), from.privateGroup());
      case REJECT -> from.send(frame.rejected(order));
      case NOTHING -> {}
    }
  }

  private void join(String group, String member) {
    List<String> members = groups.computeIfAbsent(group, g -> new ArrayList<>());
    if (!members.contains(member)) {
      members.add(member);
      members.sort(null);
      tell(group, member, DaemonFrame.BY_JOIN);
    }
  }

  private void leave(String group, String member) {
    List<String> members = groups.getOrDefault(group, new ArrayList<>());
    if (members.remove(member)) {
      clients.get(member).send(DaemonFrame.selfLeave(group).toBytes(order));
      tell(group, member, DaemonFrame.BY_LEAVE);
    }
  }

  private void tell(String group, String changed, int cause) {
    List<String> members = side(group, outcasts.contains(changed));
    int[] id = {RING, RING_TIME, ++changes};
    byte[] view =
        DaemonFrame.view(group, members, cause, id, List.of(List.of(changed)), 0, order)
            .toBytes(order);
    sendTo(members, view);
  }

  private void sendTo(List<String> members, byte[] bytes) {
    for (String member : List.copyOf(members)) {
      DaemonClient client = clients.get(member);
      if (client != null) {
        client.send(bytes);
      }
    }
  }

  private void routeOrRefuse(DaemonClient from, DaemonFrame frame) {
    String name = from.privateGroup();
    boolean stranger =
        frame.groups().stream()
            .filter(group -> group.charAt(0) != '#')
            .anyMatch(group -> !groups.getOrDefault(group, List.of()).contains(name));
    count(name, frame.word(), stranger);
    if (strangersRefused && stranger) {
      from.send(frame.rejected(order));
    } else {
      route(from, frame);
    }
  }

  private void count(String name, int word, boolean stranger) {
    if (word != 0) {
      words.merge(name + " " + word, 1, Integer::sum);
      strayBeats += stranger && word <= 2 ? 1 : 0;
    }
  }

  private void route(DaemonClient from, DaemonFrame frame) {
    carried += frame.data().length;
    List<String> receivers = new ArrayList<>();
    for (String group : frame.groups()) {
      receivers.addAll(groups.getOrDefault(group, List.of()));
      if (clients.containsKey(group)) {
        receivers.add(group);
      }
    }
    if ((frame.type() & DaemonFrame.SELF_DISCARD) != 0) {
      receivers.remove(from.privateGroup());
    }
    boolean out = outcasts.contains(from.privateGroup());
    receivers.removeIf(name -> outcasts.contains(name) != out);
    sendTo(receivers.stream().distinct().toList(), frame.toBytes(order));
  }

  /** Forgets a client whose connection is gone, and tells its groups. */
  synchronized void gone(DaemonClient client) {
    String name = client.privateGroup();
    if (name == null || !clients.remove(name, client)) {
      return;
    }
    for (String group : List.copyOf(groups.keySet())) {
      if (groups.get(group).remove(name)) {
        tell(group, name, DaemonFrame.BY_DISCONNECT);
      }
    }
    outcasts.remove(name);
  }

  /** Ends at once, without a word to its clients, as a killed daemon does. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      List.copyOf(clients.values()).forEach(DaemonClient::close);
    }
    try {
      listener.close();
    } catch (IOException e) {
      throw new IllegalStateException("closing a listening socket failed", e);
    }
    awaitNoMoreAccepted();
  }

  /** Until the thread that waits for connections has left the socket, one may get in still. */
  private void awaitNoMoreAccepted() {
    if (Thread.currentThread() == acceptor) {
      return;
    }
    try {
      acceptor.join(LONGEST_END.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
