package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import net.sf.jgcs.spi.RareLog;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background thread of a member: expires, touches, settles and repairs sessions. Copies are
 * made by a {@link Crew}, and all of a scan before the next.
 */
final class Keeper implements Runnable, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);
  private static final long SCAN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Time for which an outcome log that failed is left alone. */
  private static final Duration LEAST_DOUBT = Duration.ofSeconds(20);

  private final Node node;
  private final Repair repair;
  private final OutdatedCopies outdated;
  private final Affirmation affirmation;
  private final Expiry expiry;
  private final Pace pace;
  private final PauseDetector pauses;
  private final Scheduler.Worker worker;
  private final Crew crew;
  private final RareLog unreadable = new RareLog();

  /** Held to change and await {@link #scanWanted}. */
  private final Object lock = new Object();

  private boolean scanWanted;

  /** Null without a bound. */
  private volatile MemoryBound memory;

  private final Settling settling;

  private volatile Runnable beforeScan = () -> {};

  /** First failure of this scan, null when there is none. */
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** Failures that could not be logged; used by the thread only. */
  private int untold;

  private volatile boolean closed;

  Keeper(
      Node node, Repair repair, OutdatedCopies outdated, Affirmation affirmation, Expiry expiry) {
    this.node = node;
    this.repair = repair;
    this.outdated = outdated;
    this.affirmation = affirmation;
    this.expiry = expiry;
    this.pace = new Pace(node.scheduler(), node.settings().repairPerSecond(), () -> closed);
    this.pauses = new PauseDetector(node.scheduler(), doubt(node.settings().callTimeout()));
    this.settling = new Settling(node);
    this.worker = node.scheduler().worker("g2cl-propagation-keeper", 1);
    this.crew = new Crew(node.scheduler(), "g2cl-propagation-copies");
  }

  /** A view without this member comes within this time, whatever waits for calls. */
  private static Duration doubt(Duration callTimeout) {
    Duration twice = callTimeout.multipliedBy(2);
    return twice.compareTo(LEAST_DOUBT) < 0 ? LEAST_DOUBT : twice;
  }

  void start() {
    pauses.start();
    worker.offer(this);
  }

  /** Asks for a scan soon: the members have changed. */
  void wake() {
    synchronized (lock) {
      scanWanted = true;
      node.scheduler().signalAll(lock);
    }
  }

  @Override
  public void run() {
    while (!closed) {
      try {
        awaitScan();
        beforeScan.run();
        node.primary().remind();
        try {
          scan();
        } finally {
          enforceMemoryBound();
        }
      } catch (InterruptedException e) {
        // it was closed, or a merge policy has left the flag
      } catch (RuntimeException | Error e) { // this thread is the only one that tends sessions
        node.scheduler().caught(e);
        logFailure(e);
      }
    }
  }

  /** Throws nothing: when memory is out, a line of the log cannot be made either. */
  private void logFailure(Throwable failure) {
    try {
      String others =
          untold == 0 ? "" : " (as %d before, which could not be logged)".formatted(untold);
      LOG.error(
          "{}: scan of the sessions failed{}; it goes on", node.link().self(), others, failure);
      untold = 0;
    } catch (RuntimeException | Error e) {
      untold++;
    }
  }

  /** Has that done before each scan. */
  void beforeScan(Runnable work) {
    beforeScan = work;
  }

  /** Keeps to a bound from the next scan on. */
  void bound(MemoryBound bound) {
    memory = bound;
  }

  boolean isBounded() {
    return memory != null;
  }

  private void enforceMemoryBound() {
    MemoryBound bound = memory;
    if (bound != null && !closed) {
      bound.enforce();
    }
  }

  private void awaitScan() throws InterruptedException {
    long end = node.scheduler().nanoTime() + SCAN_NANOS;
    long left = SCAN_NANOS;
    synchronized (lock) {
      while (!scanWanted && left > 0) {
        node.scheduler().await(lock, left);
        left = end - node.scheduler().nanoTime();
      }
      scanWanted = false;
    }
  }

  private void scan() throws InterruptedException {
    if (!mayTend()) {
      return;
    }
    node.placement().refreshNames();
    try {
      tendAll();
    } finally {
      while (!closed && !crew.await(SCAN_NANOS)) {
        tendInTime();
      }
    }
    Throwable first = failure.getAndSet(null);
    if (first != null) {
      logFailure(first);
    }
  }

  private void tendAll() throws InterruptedException {
    long begun = node.scheduler().nanoTime();
    for (Entry entry : node.table().entries()) {
      if (!mayTend()) {
        break;
      }
      if (node.scheduler().nanoTime() - begun >= SCAN_NANOS) {
        begun = node.scheduler().nanoTime();
        tendInTime();
      }
      if (attempt(entry, () -> tend(entry))) {
        mendBeside(entry);
      }
    }
  }

  private void mendBeside(Entry entry) throws InterruptedException {
    try {
      crew.give(() -> attempt(entry, () -> mend(entry)));
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** What the work answers, or false when it fails: one session must not hold up the others. */
  private boolean attempt(Entry entry, BooleanSupplier work) {
    try {
      return work.getAsBoolean();
    } catch (UnreadableStateException e) { // tended again with the next scan
      warn(entry, e);
    } catch (RuntimeException | Error e) {
      failed(e);
    }
    return false;
  }

  private void failed(Throwable cause) {
    node.scheduler().caught(cause);
    failure.compareAndSet(null, cause);
  }

  private boolean mayTend() {
    return !closed && !node.placement().view().members().isEmpty() && node.primary().isPrimary();
  }

  /** What must not wait for the end of a scan that makes many copies or waits for members. */
  private void tendInTime() {
    try {
      enforceMemoryBound();
      node.primary().remind();
      for (Entry entry : node.table().entries()) {
        node.tellDecision(entry);
        touchIfDue(entry);
      }
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  private void touchIfDue(Entry entry) {
    boolean isDue;
    synchronized (entry) {
      isDue = expiry.isTouchDue(entry);
    }
    if (isDue) {
      touch(entry);
    }
  }

  private void warn(Entry entry, UnreadableStateException cause) {
    if (unreadable.count()) {
      LOG.warn(
          "{}: session {} has to wait for copies: {}",
          node.link().self(),
          entry.session(),
          cause.getMessage());
    }
  }

  /** What is to be done for a session; {@code expired} is null when it has not. */
  private record Chores(
      Frame.Drop expired,
      boolean settles,
      boolean affirms,
      boolean repairs,
      boolean touches,
      boolean isDoubtful,
      List<Holders.Held> unneeded) {}

  /** Does what is due but for copies; true when the session lacks some. */
  private boolean tend(Entry entry) {
    node.tellDecision(entry);
    releaseLateClaim(entry);
    Chores chores = look(entry);
    return chores != null && act(entry, chores);
  }

  /** Looks what is to be done, or gives null when the session was forgotten. */
  private Chores look(Entry entry) {
    synchronized (entry) {
      expiry.tend(entry, repair.isOrphan(entry));
      if (expiry.isForgettable(entry)) {
        node.table().discard(entry);
        return null;
      }
      return new Chores(
          expireOrNull(entry),
          repair.isToSettle(entry),
          affirmation.isDue(entry),
          !entry.isUnsettled() && needsRepair(entry),
          expiry.isTouchDue(entry),
          outdated.isToTell(entry),
          outdated.known(entry));
    }
  }

  private Frame.Drop expireOrNull(Entry entry) {
    if (!isToExpire(entry)) {
      return null;
    }
    LOG.debug("{}: session {} has expired", node.link().self(), entry.session());
    return Node.drop(entry);
  }

  private boolean act(Entry entry, Chores chores) {
    if (chores.isDoubtful()) {
      pace.run();
      outdated.tell(entry);
    }
    chores.unneeded().forEach(held -> node.dropAt(entry, held));
    if (chores.touches()) {
      touch(entry);
    }
    if (chores.settles()) {
      settling.run(entry);
    }
    if (chores.expired() != null) {
      node.tellOthers(chores.expired());
    } else if (chores.affirms()) {
      pace.run();
      affirmation.run(entry);
    } else {
      return chores.repairs();
    }
    return false;
  }

  /** Asks last whether time was lost, so that none can be lost after. */
  private boolean isToExpire(Entry entry) {
    return entry.copy().isOwning() && !entry.isBusy() && Expiry.isOver(entry) && !pauses.isRecent();
  }

  /**
   * A claim that was delivered when its call had given up: nobody owns the session. It is told
   * before it is noted, so that what cannot be sent is sent with the next scan.
   */
  private void releaseLateClaim(Entry entry) {
    SocketAddress self = node.link().self();
    long epoch;
    synchronized (entry) {
      if (entry.isBusy() || !entry.copy().isClaimedBy(self)) {
        return;
      }
      epoch = entry.copy().epoch();
    }
    node.tellOthers(new Frame.Release(entry.session(), epoch));
    synchronized (entry) {
      entry.copy().onRelease(epoch, self);
      entry.doubtful(!entry.copy().isBlank() && !entry.copy().isOwning());
    }
  }

  private boolean needsRepair(Entry entry) {
    boolean leavingHolder =
        entry.copy().isOwning()
            && entry.holders().members().stream()
                .anyMatch(member -> !node.placement().isStaying(member));
    return leavingHolder || repair.missing(entry) > 0;
  }

  private boolean mend(Entry entry) {
    repair.mend(entry, node.backups(), this::mayMakeNext);
    boolean owning;
    synchronized (entry) {
      owning = entry.copy().isOwning();
    }
    if (owning && mayTend()) {
      repair.release(entry);
    }
    return true;
  }

  private boolean mayMakeNext() {
    pace.run();
    return mayTend();
  }

  private void touch(Entry entry) {
    Frame.Touch touch;
    List<SocketAddress> holders;
    synchronized (entry) {
      touch = new Frame.Touch(entry.session(), entry.copy().epoch(), entry.idleMillis());
      holders = entry.holders().members();
      entry.told();
    }
    node.link().tell(holders, FrameCodec.encode(touch));
  }

  @Override
  public void close() {
    closed = true;
    pauses.close();
    worker.close();
    crew.close();
  }

  /** Deletes what was put away; to be called when nobody asks for it any more. */
  void deletePutAway() {
    MemoryBound bound = memory;
    if (bound != null) {
      bound.close();
    }
  }
}
