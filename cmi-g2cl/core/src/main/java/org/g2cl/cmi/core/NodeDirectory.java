package org.g2cl.cmi.core;

import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import org.g2cl.MarshalDataSession;
import org.g2cl.Scheduler;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who the nodes are, kept in the registry: one entry per member of the group, and one per node that
 * serves clients.
 *
 * <p>A member that executes no calls, since it sees only a smaller part of its group, keeps to the
 * list of servers of before: clients that were told its part's alone would not find the majority.
 * After that it waits until all members have entered, but for one that does not in time.
 */
final class NodeDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeDirectory.class);
  private static final String MEMBERS = "cmi/members";
  private static final String SERVING = "cmi/serving";
  private static final String FORMS = "cmi/forms";

  /** Times that an entry of this node is written until all have confirmed it. */
  private static final int WRITES = 3;

  /** Until it is asked again whether this member executes calls, while there is news to tell. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final String location;
  private final MarshalDataSession session;
  private final Registry registry;
  private final BooleanSupplier executes;
  private final Scheduler.Worker looker;
  private final List<Consumer<List<URI>>> listeners = new CopyOnWriteArrayList<>();
  private volatile Map<SocketAddress, String> placement = Map.of();
  private volatile Map<SocketAddress, Integer> forms = Map.of();
  private List<URI> told = List.of();

  /** Longest wait, once this member executes calls again, for members that have not entered. */
  private static final Duration UNTIL_WHOLE = Duration.ofSeconds(5);

  /** Whether it is going to look again. */
  private boolean looking;

  /** Whether there is news that is not told. */
  private boolean held;

  /** Until when members are waited for that have not entered; 0 when none was waited for. */
  private long wholeUntilNanos;

  /** What was last found out of these, which every call asks for. */
  private volatile Forms checked = new Forms(Map.of(), null, 0);

  /** Form of states that this node has announced; 0 when none. */
  private volatile int announcedForm;

  /** Where this node serves clients, or null. */
  private volatile URI announced;

  /** The lowest form that all members of a view read. */
  private record Forms(Map<SocketAddress, Integer> known, Membership view, int lowest) {}

  /**
   * Creates one.
   *
   * @param executes whether this member executes calls
   */
  NodeDirectory(
      String location, MarshalDataSession session, Registry registry, BooleanSupplier executes) {
    this.location = location;
    this.session = session;
    this.registry = registry;
    this.executes = executes;
    this.looker = session.scheduler().worker("g2cl-directory", 1);
    registry.addListener(new Refresher());
  }

  /** Name by which members are ranked as backups: the location, the same that clients rank by. */
  String placementName(SocketAddress member) {
    String name = placement.get(member);
    return name == null ? member.toString() : name;
  }

  void enter() {
    write(MEMBERS + "/" + location, location);
  }

  /** Writes what it has said of this node once more, in a new membership. */
  void enterAgain() {
    enter();
    if (announcedForm > 0) {
      announceStateForm(announcedForm);
    }
    URI serving = announced;
    if (serving != null) {
      announce(serving);
    }
  }

  void announce(URI uri) {
    announced = uri;
    write(SERVING + "/" + location, uri.toString());
  }

  void announceStateForm(int form) {
    announcedForm = form;
    write(FORMS + "/" + location, form);
  }

  /** A member that has announced nothing is of a former release, or has only just joined. */
  boolean everyMemberReads(int form) {
    if (!session.isJoined()) {
      return false;
    }
    Forms last = checked;
    Map<SocketAddress, Integer> known = forms;
    Membership view = session.membership();
    if (last.known() != known || last.view() != view) {
      last = new Forms(known, view, lowest(known, view.getMembershipList()));
      checked = last;
    }
    return last.lowest() >= form;
  }

  private static int lowest(Map<SocketAddress, Integer> known, List<SocketAddress> members) {
    int lowest = members.isEmpty() ? 0 : Integer.MAX_VALUE;
    for (SocketAddress member : members) {
      lowest = Math.min(lowest, known.getOrDefault(member, 0));
    }
    return lowest;
  }

  void withdraw() {
    announced = null;
    remove(SERVING + "/" + location);
  }

  void leave() {
    withdraw();
  }

  void addListener(Consumer<List<URI>> listener) {
    synchronized (this) {
      listeners.add(listener);
      listener.accept(told);
    }
  }

  List<NodeView> nodes() {
    if (!session.isJoined()) {
      return List.of();
    }
    Membership view = session.membership();
    Map<SocketAddress, String> serving = byOwner(SERVING);
    var nodes = new ArrayList<NodeView>();
    for (SocketAddress member : view.getMembershipList()) {
      nodes.add(
          new NodeView(
              member.toString(),
              placement.getOrDefault(member, ""),
              serving.containsKey(member),
              view.getMemberRank(member) == view.getCoordinatorRank()));
    }
    return nodes;
  }

  String viewName() {
    return !session.isJoined() ? "" : session.membership().getMembershipID().toString();
  }

  boolean isCoordinator() {
    Membership view = session.membership();
    return session.localAddress().equals(view.getMemberAddress(view.getCoordinatorRank()));
  }

  private synchronized void refresh() {
    placement = byOwner(MEMBERS);
    forms = formsByOwner();
    List<URI> now = texts(SERVING).map(NodeDirectory::text).map(URI::create).toList();
    held = !now.equals(told) && !told.isEmpty() && mustWait();
    if (held) {
      lookAgain();
    } else if (!now.equals(told)) {
      tell(now);
    }
  }

  private boolean mustWait() {
    if (!executes.getAsBoolean()) {
      wholeUntilNanos = 0;
      return true;
    }
    if (!held || haveAllEntered()) {
      return false;
    }
    long now = session.scheduler().nanoTime();
    if (wholeUntilNanos == 0) {
      wholeUntilNanos = now + UNTIL_WHOLE.toNanos();
    }
    return wholeUntilNanos - now > 0;
  }

  private boolean haveAllEntered() {
    return session.isJoined()
        && placement.keySet().containsAll(session.membership().getMembershipList());
  }

  private void tell(List<URI> now) {
    told = now;
    LOG.info("{}: serving now: {}", location, now);
    listeners.forEach(listener -> listener.accept(now));
  }

  private void lookAgain() {
    if (!looking) {
      looking = true;
      session.scheduler().later(LOOK_AGAIN, () -> looker.offer(this::look));
    }
  }

  private synchronized void look() {
    looking = false;
    if (session.isJoined()) {
      refresh();
    }
  }

  private Map<SocketAddress, String> byOwner(String prefix) {
    return texts(prefix)
        .collect(
            Collectors.toUnmodifiableMap(RegistryEntry::owner, NodeDirectory::text, (a, b) -> a));
  }

  /** Entries that a node of this release makes; a later one may make others. */
  private Stream<RegistryEntry> texts(String prefix) {
    return registry.list(prefix).stream().filter(entry -> entry.value() instanceof String);
  }

  private Map<SocketAddress, Integer> formsByOwner() {
    return registry.list(FORMS).stream()
        .filter(entry -> entry.value() instanceof Integer)
        .collect(
            Collectors.toUnmodifiableMap(
                RegistryEntry::owner, entry -> (Integer) entry.value(), Math::min));
  }

  private static String text(RegistryEntry entry) {
    return (String) entry.value();
  }

  /** A write that is not confirmed by all is made again: it says the same however often. */
  private void write(String name, Object value) {
    for (int left = WRITES - 1; ; left--) {
      try {
        registry.rebind(name, value);
        break;
      } catch (GroupException e) {
        if (left == 0 || !session.isJoined()) {
          throw notWritten(name, e);
        }
        LOG.warn("{}: {}; it is written again", location, e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw notWritten(name, e);
      } catch (RuntimeException e) {
        throw notWritten(name, e);
      }
    }
    refresh(); // the registry tells its listeners later
  }

  private HaException notWritten(String name, Exception cause) {
    return new HaException(
        "%s: registry entry '%s' cannot be written: %s"
            .formatted(location, name, cause.getMessage()),
        cause);
  }

  private void remove(String name) {
    try {
      registry.unbind(name);
    } catch (Exception e) {
      LOG.warn("{}: registry entry '{}' cannot be removed: {}", location, name, e.getMessage());
    }
  }

  /** Looks no more. */
  @Override
  public void close() {
    looker.close();
  }

  private final class Refresher implements RegistryListener {
    @Override
    public void entryAdded(RegistryEntry entry) {
      refresh();
    }

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      refresh();
    }

    @Override
    public void entryRemoved(RegistryEntry entry) {
      refresh();
    }
  }
}
