package org.g2cl.propagation;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import net.sf.jgcs.Membership;
import org.g2cl.Departure;
import org.g2cl.MarshalDataSession;
import org.g2cl.Registration;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State propagation in the group of a {@link MarshalDataSession}. */
final class GroupStatePropagation implements StatePropagation {
  private static final Logger LOG = LoggerFactory.getLogger(GroupStatePropagation.class);

  /** Times the acknowledge time-out for which a silent member is asked last. */
  private static final int SLOW_FACTOR = 10;

  private final DispatcherLink link;
  private final PrimaryView primary;
  private final Node node;
  private final Repair repair;
  private final Admissions admissions;
  private final Affirmation affirmation;
  private final Keeper keeper;
  private final Degradation degradation = new Degradation();
  private final List<Registration> registrations;
  private final PutAwayListeners putAwayListeners;

  /** Held while a view or departure is taken. */
  private final Object viewLock = new Object();

  /** Newest view or departure while it is not wholly taken, else null; written under the lock. */
  private volatile Runnable untaken;

  /** Why all that is owned is to be given up, null when it is not; guarded by the lock. */
  private String surrenderDue;

  private GroupStatePropagation(StatePropagations.Starter starter) {
    MarshalDataSession session = starter.session;
    PropagationSettings settings = starter.settings;
    Scheduler scheduler = session.scheduler();
    String madeUp = new UUID(scheduler.nextLong(), scheduler.nextLong()) + "-";
    Receiver receiver = new Receiver(this::wakeKeeper);
    link = new DispatcherLink(session, receiver);
    primary =
        new PrimaryView(
            scheduler,
            link,
            starter.rule,
            nameOrAddress(starter.names()),
            this::onLag,
            this::onFloors,
            this::allFloors);
    node =
        new Node(
            scheduler,
            settings,
            link,
            new Placement(
                scheduler,
                starter.placementName,
                settings.acknowledgeTimeout().multipliedBy(SLOW_FACTOR)),
            new Vanished(scheduler),
            primary,
            new SessionTable(scheduler, settings.repliesKept(), primary::forgotten),
            starter.outcomes,
            new Counters(),
            new Backlog());
    repair = new Repair(node);
    OutdatedCopies outdated = new OutdatedCopies(node, repair);
    receiver.start(node, outdated);
    Expiry expiry = new Expiry(settings);
    admissions = new Admissions(node, degradation, madeUp, starter.expectsCompany);
    affirmation = new Affirmation(node, repair, admissions);
    keeper = new Keeper(node, repair, outdated, affirmation, expiry);
    keeper.beforeScan(this::takeAgain);
    putAwayListeners = new PutAwayListeners(scheduler, link::self);
    registrations =
        List.of(
            session.addMembershipListener(this::onView),
            session.addDepartureListener(this::onDeparture));
  }

  private static Function<SocketAddress, String> nameOrAddress(
      Function<SocketAddress, String> names) {
    return member -> Objects.requireNonNullElseGet(names.apply(member), member::toString);
  }

  static StatePropagation start(StatePropagations.Starter starter) {
    GroupStatePropagation started = new GroupStatePropagation(starter);
    started.keeper.start();
    return started;
  }

  // ---------------------------------------------------------------- members

  private void wakeKeeper() {
    keeper.wake();
  }

  private void onView(Membership view) {
    take(() -> takeView(view));
    keeper.wake();
  }

  private void onDeparture(Departure departure) {
    take(this::takeDeparture);
  }

  /** Where an error ends it, as when memory is out, the keeper takes it again. */
  private void take(Runnable news) {
    synchronized (viewLock) {
      untaken = news;
      news.run();
      untaken = null;
    }
  }

  private void takeAgain() {
    if (untaken == null) {
      return;
    }
    synchronized (viewLock) {
      Runnable news = untaken;
      if (news != null) {
        news.run();
        untaken = null;
      }
    }
  }

  private void takeView(Membership view) {
    if (view.getMembershipList().size() > 1) {
      admissions.hadCompany();
    }
    node.vanished()
        .onView(node.placement().view(), view.getMembershipList(), view.getLeavedMembers());
    if (isMerge(view)) {
      surrenderDue = "the group was split";
      affirmation.onMerge();
    }
    if (node.placement().onView(link.self(), view.getMembershipList())) {
      surrenderDue = "the group was split";
    }
    surrenderWhenDue();
    primary.onView(view.getMembershipList(), view.getLeavedMembers());
  }

  private void takeDeparture() {
    surrenderDue = "this member is out of the group";
    node.placement().onView(null, List.of());
    primary.onView(List.of(), List.of());
    surrenderWhenDue();
  }

  private void surrenderWhenDue() {
    if (surrenderDue != null) {
      surrenderAll(surrenderDue);
      surrenderDue = null;
    }
  }

  /**
   * Tells whether parts become one of which each has gone on: members come back that were seen to
   * go, or others that the engine says come from a part, such as one that was started in it.
   */
  private boolean isMerge(Membership view) {
    boolean isTold = !node.primary().isRuled() && view.isMerge();
    return isTold || node.placement().isMerge(view.getMembershipList());
  }

  private List<Frame.Floor> allFloors() {
    List<Frame.Floor> floors = new ArrayList<>();
    for (Entry entry : node.table().entries()) {
      synchronized (entry) {
        SessionCopy copy = entry.copy();
        if (!copy.floor().equals(Stamp.NONE)) {
          floors.add(
              new Frame.Floor(
                  entry.session(),
                  copy.epoch(),
                  copy.floor(),
                  copy.floorHolders(),
                  entry.hasState() ? 0 : entry.idleMillis()));
        }
      }
    }
    return floors;
  }

  private void onFloors(List<Frame.Floor> floors) {
    for (Frame.Floor floor : floors) {
      node.table()
          .with(
              floor.session(),
              entry -> {
                entry.toldOfFloor(floor.idleMillis());
                entry.copy().onFloor(floor.stamp(), floor.holders());
                return null;
              });
    }
  }

  private void onLag() {
    surrenderAll("others have gone on without this member");
  }

  private void surrenderAll(String reason) {
    int owned = 0;
    for (Entry entry : node.table().entries()) {
      synchronized (entry) {
        owned += entry.copy().isOwning() ? 1 : 0;
        entry.copy().surrender(entry.copy().epoch());
        entry.copy().doubtOwner();
        entry.holders().clear();
        entry.doubtful(!entry.copy().isBlank());
      }
    }
    if (owned > 0 && link.self() != null) {
      LOG.warn("{}: {}; its {} sessions are claimed anew", link.self(), reason, owned);
    }
  }

  // ---------------------------------------------------------------- calls

  @Override
  public Admission admitCreation(
      SessionId session, String bean, Duration timeout, Optional<RequestId> request)
      throws PropagationException {
    return admissions.admit(session, request, new Admissions.Creation(bean, timeout));
  }

  @Override
  public Admission admit(SessionId session, Optional<RequestId> request)
      throws PropagationException {
    return admissions.admit(session, request, null);
  }

  @Override
  public void drop(SessionId session) {
    Entry entry = node.table().get(session);
    if (entry == null) {
      return;
    }
    Frame.Drop drop;
    synchronized (entry) {
      if (!entry.copy().isOwning()) {
        return;
      }
      drop = Node.drop(entry);
    }
    node.tellOthers(drop);
  }

  @Override
  public void tellOutcome(SessionId session) {
    Entry entry = node.table().get(session);
    if (entry != null) {
      node.tellDecision(entry);
    }
  }

  // ---------------------------------------------------------------- memory

  @Override
  public synchronized void boundMemory(long bytes, Path folder) throws IOException {
    if (bytes <= 0) {
      throw new IllegalArgumentException("bytes is %d; it must be positive".formatted(bytes));
    }
    if (keeper.isBounded()) {
      throw new IllegalStateException(
          "memory cannot be bounded by %d bytes and folder %s: it is already; bound it once"
              .formatted(bytes, folder));
    }
    keeper.bound(
        new MemoryBound(
            node.table(), link::self, bytes, StateFolder.open(folder), putAwayListeners::tell));
  }

  @Override
  public Registration addPutAwayListener(Consumer<SessionId> listener) {
    return putAwayListeners.add(listener);
  }

  // ---------------------------------------------------------------- figures and end

  @Override
  public List<HeldCopy> heldCopies() {
    List<HeldCopy> held = new ArrayList<>();
    for (Entry entry : node.table().entries()) {
      synchronized (entry) {
        if (!entry.copy().isBlank()) {
          held(entry).ifPresent(held::add);
        }
      }
    }
    return held;
  }

  @Override
  public Optional<HeldCopy> heldCopy(SessionId session) {
    Entry entry = node.table().get(session);
    if (entry == null) {
      return Optional.empty();
    }
    synchronized (entry) {
      return entry.copy().isBlank()
          ? Optional.empty()
          : Optional.of(new HeldCopy(session, entry.copy()));
    }
  }

  private static Optional<HeldCopy> held(Entry entry) {
    try {
      Snapshot content = entry.copy().snapshot(0);
      return Optional.of(new HeldCopy(entry.session(), entry.copy().isOwning(), content));
    } catch (UnreadableStateException e) {
      return Optional.empty(); // who needs it sees to that
    }
  }

  @Override
  public boolean isPrimary() {
    return primary.isPrimary();
  }

  @Override
  public boolean awaitPrimary(Duration timeout) throws InterruptedException {
    return primary.awaitDecision(bounded(timeout));
  }

  @Override
  public PropagationStatus status() {
    int owned = 0;
    int copies = 0;
    int missing = 0;
    for (Entry entry : node.table().entries()) {
      synchronized (entry) {
        SessionCopy copy = entry.copy();
        if (!copy.isBlank() && !copy.isRemoved()) {
          owned += copy.isOwning() ? 1 : 0;
          copies += copy.isOwning() ? 0 : 1;
          missing += repair.missing(entry);
        }
      }
    }
    Counters counters = node.counters();
    return new PropagationStatus(
        owned,
        copies,
        missing,
        counters.calls.sum(),
        counters.takeOvers.sum(),
        counters.replays.sum(),
        counters.fenced.sum(),
        counters.repairs.sum(),
        counters.refused.sum(),
        counters.stalls.sum(),
        counters.replicatedBytes.sum(),
        node.scheduler().failures(),
        degradation.isDegraded());
  }

  @Override
  public int handOver(Duration timeout) {
    long deadline = node.scheduler().nanoTime() + bounded(timeout).toNanos();
    HandOver handOver = new HandOver(node, repair, deadline);
    admissions.leave();
    handOver.announce();
    int left = handOver.run(admissions::haveEnded);
    int lost = left == 0 ? 0 : handOver.lost();
    if (lost > 0) {
      LOG.warn(
          "{}: {} sessions have no copy on another member; they are lost when this one stops",
          link.self(),
          lost);
    }
    return left;
  }

  private static Duration bounded(Duration timeout) {
    Duration longest = PropagationSettings.LONGEST;
    return timeout.compareTo(longest) < 0 ? timeout : longest;
  }

  @Override
  public void close() {
    admissions.close();
    keeper.close();
    putAwayListeners.close();
    primary.close();
    registrations.forEach(Registration::close);
    link.close();
    keeper.deletePutAway();
  }
}
