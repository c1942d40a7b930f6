package org.g2cl.cmi.core;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.sf.jgcs.Membership;
import org.g2cl.MarshalDataSession;
import org.g2cl.Registration;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses at which clients are served, told to listeners at each change.
 *
 * <p>A member that executes no calls, since it sees only a smaller part of its group, keeps to the
 * list of before: clients that were told its part's alone would not find the majority. After that
 * it waits until all members have entered, but for one that does not in time. Thread-safe.
 */
final class ServingList implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServingList.class);

  /** Until it is asked again whether this member executes calls, while there is news to tell. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  /** Longest wait, once this member executes calls again, for members that have not entered. */
  private static final Duration UNTIL_WHOLE = Duration.ofSeconds(5);

  private final String location;
  private final MarshalDataSession session;
  private final DirectoryEntries entries;
  private final BooleanSupplier executes;
  private final Runnable refreshAll;
  private final Scheduler.Worker looker;
  private final Listeners<Consumer<List<URI>>> listeners;
  private List<URI> told = List.of();

  /** Whether it is going to look again. */
  private boolean looking;

  /** Whether there is news that is not told. */
  private boolean held;

  /** Until when members are waited for that have not entered; 0 when none was waited for. */
  private long wholeUntilNanos;

  /**
   * Creates an empty one.
   *
   * @param executes whether this member executes calls
   * @param refreshAll run when it looks again; calls {@link #refresh} in turn
   */
  ServingList(
      String location,
      MarshalDataSession session,
      DirectoryEntries entries,
      BooleanSupplier executes,
      Runnable refreshAll) {
    this.location = location;
    this.session = session;
    this.entries = entries;
    this.executes = executes;
    this.refreshAll = refreshAll;
    this.listeners = new Listeners<>(location);
    this.looker = session.scheduler().worker("g2cl-directory", 1);
  }

  /** Adds a listener, which is told the list at once. */
  synchronized Registration addListener(Consumer<List<URI>> listener) {
    Registration registration = listeners.add(listener);
    listeners.tell(listener, added -> added.accept(told));
    return registration;
  }

  /** Tells what the registry has now, unless it must wait with that. */
  synchronized void refresh() {
    List<URI> now = entries.servers();
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
    Membership view = PresentView.orNull(session);
    return view != null && entries.members().keySet().containsAll(view.getMembershipList());
  }

  private void tell(List<URI> now) {
    told = now;
    LOG.info("{}: serving now: {}", location, now);
    listeners.tell(listener -> listener.accept(now));
  }

  private void lookAgain() {
    if (!looking) {
      session.scheduler().later(LOOK_AGAIN, this::begin);
      looking = true; // which is not so where there can be no thread for that
    }
  }

  /** Again after a while where there can be no thread for the look just now. */
  private void begin() {
    boolean isBegun = false;
    try {
      isBegun = looker.offer(this::look);
    } catch (VirtualMachineError e) {
      session.scheduler().later(LOOK_AGAIN, this::begin);
      isBegun = true;
    } finally {
      if (!isBegun) {
        endLook();
      }
    }
  }

  private synchronized void endLook() {
    looking = false;
  }

  private void look() {
    endLook();
    if (session.isJoined()) {
      refreshAll.run();
    }
  }

  /** Looks no more. */
  @Override
  public void close() {
    looker.close();
  }
}
