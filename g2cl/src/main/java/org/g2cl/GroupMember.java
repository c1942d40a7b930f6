package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.MembershipSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Memberships of a {@link GroupMarshalDataSession}, one after another, and who hears of them. */
final class GroupMember {
  private static final Logger LOG = LoggerFactory.getLogger(GroupMember.class);
  private static final int REJOINS = 16;

  private final DecoratorChain chain;
  private final MembershipSession control;
  private final GroupConfiguration group;
  private final DroppedFrames dropped;
  private final Scheduler scheduler;
  private final Duration firstViewWait;

  /** Null when members do not greet each other. */
  private final ChainGreetings greetings;

  private final List<Consumer<Membership>> membershipListeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<Departure>> departureListeners = new CopyOnWriteArrayList<>();

  /** Where this member stands; views count in the middle three. */
  private enum Phase {
    OUT,
    JOINING,
    JOINED,
    /** Put out by the group; the engine may join again by itself. */
    EXCLUDED,
    LEAVING
  }

  /** Held to change what follows; no listener is called with it. */
  private final Object lock = new Object();

  private Phase phase = Phase.OUT;

  /** Calls of join so far, so that a failed one does not end a later one. */
  private long joins;

  /** Thread that proves a membership that the engine began by itself; null when never needed. */
  private Scheduler.Worker prover;

  /** Ended by the first view of the current join, or by leaving. */
  private volatile CompletableFuture<Void> firstView = new CompletableFuture<>();

  /** Current view, or null when not joined; written under the lock. */
  private volatile Membership view;

  /** Whether the engine has told a view that could not be installed; guarded by the lock. */
  private boolean isViewMissed;

  private final MissedView missedView;

  /** What is told after a view that was missed; guarded by the lock. */
  private final LateNews lateNews = new LateNews();

  /**
   * The engine's view, where it was installed after one was missed, so perhaps before the engine
   * tells it; else null. Guarded by the lock.
   */
  private Membership ahead;

  /** Address in the current view; kept after leaving for the log. */
  private volatile SocketAddress self;

  /** Creates one that waits at most so long for the first view of a membership. */
  GroupMember(
      DecoratorChain chain,
      MembershipSession control,
      DroppedFrames dropped,
      Scheduler scheduler,
      Duration firstViewWait,
      ChainGreetings greetings) {
    this.chain = chain;
    this.control = control;
    this.group = chain.top().getGroup();
    this.dropped = dropped;
    this.scheduler = scheduler;
    this.firstViewWait = firstViewWait;
    this.greetings = greetings;
    this.missedView = new MissedView(scheduler, group, this::installMissedView);
  }

  void listen() throws ClosedSessionException {
    control.setMembershipListener(
        new MembershipListener() {
          @Override
          public void onMembershipChange() {
            installView();
          }

          @Override
          public void onExcluded() {
            depart(Departure.EXCLUDED);
          }
        });
  }

  /** See {@link MarshalDataSession#join}. */
  void join() throws GroupException {
    long mine = joinEngine();
    CompletableFuture<Void> awaited = firstView;
    try {
      scheduler.get(awaited, firstViewWait);
      chain.onJoined();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notJoined(mine, new GroupException("interrupted while joining " + group, e));
    } catch (ExecutionException e) {
      throw notJoined(mine, new GroupException("left while joining " + group, e));
    } catch (TimeoutException e) {
      throw notJoined(mine, noView(e));
    } catch (GroupException | RuntimeException | VirtualMachineError e) { // as of no memory
      throw notJoined(mine, failure(e));
    }
  }

  private GroupException failure(Throwable e) {
    return e instanceof GroupException known
        ? known
        : new GroupException("joining " + group + " failed", e);
  }

  private GroupException noView(TimeoutException cause) {
    return new GroupException(
        "no view within %s of joining %s; see that the engine's addresses and ports (bind address, peers, daemon) are right and that the other members can be reached"
            .formatted(firstViewWait, group),
        cause);
  }

  /** Joins below and answers the number of this join; the phase is as before when that fails. */
  private long joinEngine() throws GroupException {
    Phase before;
    long mine;
    synchronized (lock) {
      before = phase;
      if (before != Phase.OUT && before != Phase.EXCLUDED) {
        throw new InvalidStateException(
            "%s: join() is for members that are out of the group, this one is %s"
                .formatted(group, before));
      }
      firstView = new CompletableFuture<>();
      dropped.forgetMismatch();
      phase = Phase.JOINING;
      mine = ++joins;
    }
    boolean joined = false;
    try {
      control.join();
      joined = true;
    } finally {
      if (!joined) {
        restore(before);
      }
    }
    return mine;
  }

  private void restore(Phase before) {
    synchronized (lock) {
      if (phase == Phase.JOINING) {
        phase = before;
        return;
      }
      if (phase == Phase.JOINED && before == Phase.EXCLUDED) {
        proveLater(); // the engine itself was quicker
        return;
      }
    }
    depart(Departure.LEFT);
  }

  /** Leaves again, unless somebody did so already, and says what may be the cause. */
  private GroupException notJoined(long mine, GroupException cause) {
    String mismatch = dropped.mismatch();
    GroupException told =
        mismatch == null ? cause : new GroupException(cause.getMessage() + "; " + mismatch, cause);
    withdraw(mine, told);
    return told;
  }

  /** Leaves for that reason what was joined by that call of join, if it still is. */
  private void withdraw(long mine, GroupException reason) {
    synchronized (lock) {
      if (joins != mine || phase == Phase.OUT || phase == Phase.LEAVING) {
        return;
      }
      phase = Phase.LEAVING;
    }
    try {
      leaveEngine(chain::onLeaving);
    } catch (GroupException | RuntimeException e) {
      reason.addSuppressed(e);
    } finally {
      depart(Departure.LEFT);
    }
  }

  /** Leaves after that, also where it fails by an error: who stayed would answer nothing. */
  private void leaveEngine(Runnable before) throws GroupException {
    try {
      before.run();
    } finally {
      control.leave();
    }
  }

  /** See {@link MarshalDataSession#leave}. */
  void leave() throws GroupException {
    synchronized (lock) {
      if (phase == Phase.LEAVING) {
        throw new InvalidStateException("leaving " + group + " already");
      }
      phase = Phase.LEAVING;
    }
    try {
      leaveEngine(
          () -> {
            chain.flush();
            chain.onLeaving();
          });
    } finally {
      depart(Departure.LEFT);
    }
  }

  /** Leaves, for good; an error ends none of the steps after the one that it is thrown in. */
  void close() {
    try {
      closeControl();
    } finally {
      try {
        depart(Departure.LEFT);
      } finally {
        closeData();
      }
    }
  }

  private void closeControl() {
    try {
      try {
        chain.flush();
        synchronized (lock) {
          phase = Phase.LEAVING;
        }
        chain.onLeaving();
      } finally {
        control.close();
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: closing the control session of {} failed", self, group, e);
    }
  }

  private void closeData() {
    try {
      chain.top().close();
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: closing the data session of {} failed", self, group, e);
    } finally {
      closeThreads();
    }
  }

  private void closeThreads() {
    missedView.close();
    synchronized (lock) {
      if (prover != null) {
        prover.close();
      }
    }
  }

  /** A view that was installed, as the engine has it, too, and the one before, or null. */
  private record Change(Membership before, Membership view, Membership engines) {}

  private void installView() {
    Change change = install(false);
    if (change != null) {
      firstView.complete(null);
      tell(change, () -> view != null); // else it has heard of the departure
    }
  }

  /** Tells what comes meanwhile, too, after it. */
  private void installMissedView() {
    try {
      Change change = install(true);
      if (change != null) {
        firstView.complete(null);
        tellLate(change);
      }
    } finally {
      tellLateNews();
    }
  }

  /** Skips who hears of a later one next: requests to members that are new there would end. */
  private void tellLate(Change change) {
    tell(change, () -> view == change.view());
  }

  private void tellLateNews() {
    for (Runnable news = nextNews(); news != null; news = nextNews()) {
      call(Runnable::run, news);
    }
  }

  private Runnable nextNews() {
    synchronized (lock) {
      return lateNews.next();
    }
  }

  /** Has the view installed for which that could not be asked before; when something comes by. */
  void askAgainIfLost() {
    missedView.askAgainIfLost();
  }

  /**
   * Installs the view that the engine has now, or only when one was missed; again after a while
   * where an error ends that. Answers null when there is none that the caller is to tell.
   */
  private Change install(boolean onlyMissed) {
    try {
      synchronized (lock) {
        if (onlyMissed ? !isViewMissed : isAhead()) {
          return null;
        }
        isViewMissed = true;
        Change change = install();
        boolean isTold = change == null || isHandedOver(change, onlyMissed);
        isViewMissed = false;
        return isTold ? null : change;
      }
    } catch (Error e) {
      missedView.later();
      throw e;
    }
  }

  /** Whether what the engine tells was installed before; called with the lock. */
  private boolean isAhead() {
    try {
      return ahead != null && !isViewMissed && control.getMembership() == ahead;
    } catch (InvalidStateException e) {
      return false; // which is told when it is to be installed
    }
  }

  /** Whether a thread that tells of a missed view tells this, too; called with the lock. */
  private boolean isHandedOver(Change change, boolean wasMissed) {
    ahead = wasMissed ? change.engines() : null;
    if (wasMissed) {
      lateNews.begin();
      return false;
    }
    if (lateNews.handOver(() -> tellLate(change))) {
      firstView.complete(null);
      return true;
    }
    return false;
  }

  /** Called with the lock. */
  private Change install() {
    if (phase == Phase.OUT || phase == Phase.LEAVING) {
      LOG.debug("{}: view came after leaving", self);
      return null;
    }
    Membership engines;
    Membership next;
    try {
      engines = control.getMembership();
      next = chain.checked(engines);
    } catch (InvalidStateException e) {
      LOG.debug("{}: view came after leaving", self, e);
      return null;
    }
    self = control.getLocalAddress();
    dropped.self(self);
    chain.onView(next);
    dropped.retain(address -> next.getMemberRank(address) >= 0);
    if (phase == Phase.EXCLUDED) {
      proveLater();
    }
    LOG.debug("{}: view {} of {}", self, next.getMembershipList(), group); // bindings tell it
    Change change = new Change(view, next, engines);
    view = next; // from here on nothing fails
    phase = Phase.JOINED;
    return change;
  }

  private void tell(Change change, BooleanSupplier counts) {
    for (Consumer<Membership> listener : membershipListeners) {
      if (counts.getAsBoolean()) {
        call(listener, change.view());
      }
    }
    if (greetings != null) {
      call(joined -> greetings.onView(change.before(), joined, self), change.view());
    }
  }

  /** Does for an engine that joined again by itself what join does after the first view. */
  private void proveLater() {
    if (chain.decorators().isEmpty()) {
      return;
    }
    if (prover == null) {
      prover = scheduler.worker("g2cl-rejoin", REJOINS);
    }
    long mine = joins;
    if (!prover.offer(() -> prove(mine))) {
      LOG.debug("{}: closed meanwhile", self);
    }
  }

  private void prove(long mine) {
    try {
      chain.onJoined();
    } catch (GroupException | RuntimeException | VirtualMachineError e) { // as of no memory
      GroupException failure = failure(e);
      LOG.warn("{}: leaves {}, joined again by its engine", self, group, failure);
      withdraw(mine, failure);
    }
  }

  /** Ends the membership, if there is one, and tells so; once for each. */
  private void depart(Departure departure) {
    boolean member = false;
    boolean handedOver = false;
    try {
      synchronized (lock) {
        member = view != null;
        view = null;
        ahead = null;
        if (departure == Departure.LEFT) {
          phase = Phase.OUT;
          firstView.completeExceptionally(new InvalidStateException("this member has left"));
        } else if (phase == Phase.JOINED) {
          phase = Phase.EXCLUDED;
        }
        if (member) {
          handedOver = lateNews.handOver(() -> tell(departure));
          chain.onDeparture();
          dropped.retain(address -> false);
        }
      }
    } finally { // also where an error ends that: nobody tells it again
      if (member && !handedOver) {
        tell(departure);
      }
    }
  }

  private void tell(Departure departure) {
    try {
      LOG.info("{}: no longer in {}: {}", self, group, departure);
    } finally {
      departureListeners.forEach(listener -> call(listener, departure));
    }
  }

  private <T> void call(Consumer<T> listener, T event) {
    try {
      listener.accept(event);
    } catch (RuntimeException | Error e) { // the next ones are told all the same
      scheduler.caught(e);
      logFailure(listener, event, e);
    }
  }

  /** Throws nothing: when memory is out, a line of the log cannot be made either. */
  private void logFailure(Object listener, Object event, Throwable failure) {
    try {
      LOG.error("{}: listener {} failed on {}", self, listener, event, failure);
    } catch (RuntimeException | Error e) {
      scheduler.caught(e);
    }
  }

  /** Current view, or null when not joined. */
  Membership view() {
    return view;
  }

  /** Address in the current view, or in the last one. */
  SocketAddress self() {
    return self;
  }

  Registration addMembershipListener(Consumer<Membership> listener) {
    membershipListeners.add(listener);
    return () -> membershipListeners.remove(listener);
  }

  Registration addDepartureListener(Consumer<Departure> listener) {
    departureListeners.add(listener);
    return () -> departureListeners.remove(listener);
  }
}
