package org.g2cl.cmi.core;

import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import org.g2cl.Departure;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.MessageDispatcher;
import org.g2cl.Registration;
import org.g2cl.RequestOptions;
import org.g2cl.ResponseMode;
import org.g2cl.Rsp;
import org.g2cl.RspList;
import org.g2cl.propagation.PropagationStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What others can see of a node: its figures, which any member may ask for, and its events.
 *
 * <p>Take-overs and missing copies are noticed by looking once a second, and only for a while after
 * somebody has asked or the view has changed, since a look visits all sessions.
 */
final class NodeWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeWatch.class);
  private static final int SERVICE_ID = 5;
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final long ATTENTION_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final byte[] QUESTION = {1};

  /** Shortest wait for the others; 0 would be the longest that there is. */
  private static final Duration LEAST = Duration.ofMillis(1);

  private final HaService service;
  private final MarshalDataSession session;
  private final NodeDirectory directory;
  private final Map<SocketAddress, String> names = new ConcurrentHashMap<>();
  private final MessageDispatcher dispatcher;
  private final List<Registration> registrations;
  private final EventLog events = new EventLog();
  private final AtomicLong views = new AtomicLong();
  private final ScheduledExecutorService looker = DaemonTimer.named("g2cl-watch");
  private volatile long attentiveUntil = System.nanoTime();
  private volatile String page = "";

  // used by the looker only
  private long takeOversTold;
  private boolean missingTold;

  NodeWatch(HaService service, MarshalDataSession session, NodeDirectory directory) {
    this.service = service;
    this.session = session;
    this.directory = directory;
    this.dispatcher = new MessageDispatcher(session, SERVICE_ID, request -> answer());
    this.registrations =
        List.of(
            session.addMembershipListener(this::onView),
            session.addDepartureListener(this::onDeparture));
  }

  void start() {
    DaemonTimer.repeat(looker, PERIOD, this::look);
  }

  long views() {
    return views.get();
  }

  void page(String address) {
    page = address;
  }

  /** Last events of this node, the newest first. */
  List<HaEvent> events() {
    attend();
    return events.newestFirst();
  }

  /** Figures of this node. */
  NodeFigures own() {
    return NodeFigures.of(service.status(), Instant.now(), page, events());
  }

  /** Figures of all that answer in time. */
  List<NodeFigures> group(Duration timeout) {
    NodeFigures own = own();
    List<NodeFigures> all = new ArrayList<>();
    if (!session.isJoined()) {
      return List.of(own);
    }
    try {
      SocketAddress self = session.localAddress();
      List<SocketAddress> members = session.membership().getMembershipList();
      RspList<byte[]> answers =
          ask(members.stream().filter(m -> !m.equals(self)).toList(), timeout);
      for (SocketAddress member : members) {
        if (member.equals(self)) {
          all.add(own);
        } else {
          Rsp<byte[]> answer = answers.get(member);
          if (answer != null && answer.getValue() != null) {
            FiguresCodec.decode(answer.getValue()).ifPresent(all::add);
          }
        }
      }
      return all;
    } catch (GroupException | IllegalStateException left) {
      LOG.debug("{}: the others' figures cannot be had", own.name(), left);
      return List.of(own);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of(own);
    }
  }

  private RspList<byte[]> ask(List<SocketAddress> others, Duration timeout)
      throws GroupException, InterruptedException {
    if (others.isEmpty()) {
      return new RspList<>();
    }
    long millis = bounded(timeout).toMillis();
    RequestOptions options = new RequestOptions(ResponseMode.GET_ALL, millis).setAnycasting(true);
    return dispatcher.castMessage(others, new G2CLMessage(null, QUESTION), options);
  }

  private static Duration bounded(Duration timeout) {
    if (timeout.compareTo(LEAST) < 0) {
      return LEAST;
    }
    Duration longest = RequestOptions.MAX_TIMEOUT;
    return timeout.compareTo(longest) < 0 ? timeout : longest;
  }

  private byte[] answer() {
    return FiguresCodec.encode(own());
  }

  private void attend() {
    attentiveUntil = System.nanoTime() + ATTENTION_NANOS;
  }

  private void onView(Membership view) {
    views.incrementAndGet();
    attend();
    String members = count(view.getMembershipList().size(), "member");
    boolean came = view.getJoinedMembers().contains(session.localAddress());
    String what =
        came && !view.isMerge()
            ? "came into the group: " + members
            : "sees "
                + members
                + of(view.getJoinedMembers(), "joined")
                + of(view.getLeavedMembers(), "left")
                + of(view.getFailedMembers(), "failed")
                + (view.isMerge() ? ", parts of a split group came together" : "");
    events.add(HaEvent.Kind.VIEW, what);
  }

  private String of(List<SocketAddress> members, String what) {
    return members.isEmpty()
        ? ""
        : members.stream().map(this::nameOf).collect(Collectors.joining(", ", ", ", " " + what));
  }

  /** Location, also of a member that is gone; its address when it had not told its location. */
  private String nameOf(SocketAddress member) {
    return names.getOrDefault(member, directory.placementName(member));
  }

  private void learnNames() {
    Membership view = PresentView.orNull(session);
    if (view == null) {
      return;
    }
    List<SocketAddress> members = view.getMembershipList();
    members.forEach(member -> names.put(member, directory.placementName(member)));
    names.keySet().retainAll(members);
  }

  private void onDeparture(Departure departure) {
    events.add(
        HaEvent.Kind.LIFE,
        departure == Departure.LEFT ? "left the group" : "was put out of the group");
  }

  private void look() {
    try {
      learnNames();
      lookAtSessions();
    } catch (RuntimeException e) {
      LOG.debug("{}: looking at the sessions failed", service.settings().location(), e);
    }
  }

  private void lookAtSessions() {
    if (System.nanoTime() - attentiveUntil > 0) {
      return;
    }
    PropagationStatus now = service.propagation().status();
    long takeOvers = now.takeOvers() - takeOversTold;
    takeOversTold = now.takeOvers();
    if (takeOvers > 0) {
      events.add(HaEvent.Kind.TAKE_OVER, "took over " + count(takeOvers, "session"));
    }
    boolean missing = now.copiesMissing() > 0;
    if (missing != missingTold) {
      missingTold = missing;
      events.add(
          HaEvent.Kind.COPIES,
          missing
              ? "lacks " + count(now.copiesMissing(), "copies", "copy")
              : "has all copies again");
    }
  }

  private static String count(long number, String thing) {
    return count(number, thing + "s", thing);
  }

  private static String count(long number, String things, String thing) {
    return number + " " + (number == 1 ? thing : things);
  }

  @Override
  public void close() {
    looker.shutdownNow();
    registrations.forEach(Registration::close);
    dispatcher.close();
  }
}
