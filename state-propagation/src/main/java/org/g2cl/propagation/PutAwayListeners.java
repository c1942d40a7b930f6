package org.g2cl.propagation;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import net.sf.jgcs.spi.RareLog;
import org.g2cl.Registration;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listeners to states that were put away, told on a thread of their own: they run beans' callbacks,
 * and one that waits is to hold up nothing else.
 */
final class PutAwayListeners implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PutAwayListeners.class);

  /** Of more sessions than that the listeners do not hear. */
  private static final int MOST_WAITING = 100_000;

  /** A listener that takes longer is told of in the log. */
  private static final Duration LONG = Duration.ofSeconds(10);

  private final Scheduler scheduler;
  private final Supplier<Object> self;
  private final Scheduler.Worker worker;
  private final RareLog overflows = new RareLog();
  private final RareLog slow = new RareLog();
  private final List<Consumer<SessionId>> listeners = new CopyOnWriteArrayList<>();

  /** Sessions to tell of, each once; guarded by this. */
  private final Set<SessionId> waiting = new LinkedHashSet<>();

  /** Guarded by this. */
  private boolean telling;

  /** Session that listeners are told of now, or null; guarded by this. */
  private SessionId current;

  /** Since when; guarded by this. */
  private long since;

  private boolean closed;

  PutAwayListeners(Scheduler scheduler, Supplier<Object> self) {
    this.scheduler = scheduler;
    this.self = self;
    worker = scheduler.worker("g2cl-propagation-put-away", 1);
  }

  Registration add(Consumer<SessionId> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Has the listeners told soon. */
  synchronized void tell(SessionId session) {
    if (closed || listeners.isEmpty()) {
      return;
    }
    if (waiting.size() < MOST_WAITING) {
      waiting.add(session);
    } else if (overflows.count()) {
      LOG.warn(
          "{}: a listener keeps {} states that were put away waiting; it hears of no more until it goes on",
          self.get(),
          MOST_WAITING);
    }
    if (telling) {
      warnWhenSlow();
    } else {
      begin();
    }
  }

  /** Until the listeners go on, states that were put away stay in memory, too. */
  private void warnWhenSlow() {
    Duration taken = Duration.ofNanos(scheduler.nanoTime() - since);
    if (current != null && taken.compareTo(LONG) > 0 && slow.count()) {
      LOG.warn(
          "{}: the listeners to states that were put away, as a bean's @PrePassivate, have not ended for session {} in {} s; {} sessions wait, and stay in memory until they have been told",
          self.get(),
          current,
          taken.toSeconds(),
          waiting.size());
    }
  }

  private void begin() {
    try {
      telling = worker.offer(this::tellAll);
    } catch (VirtualMachineError e) { // as of no thread: the next one that is put away begins
      scheduler.caught(e);
    }
  }

  private void tellAll() {
    boolean done = false;
    try {
      for (SessionId next = next(); next != null; next = next()) {
        for (Consumer<SessionId> listener : listeners) {
          tell(listener, next);
        }
      }
      done = true;
    } finally {
      if (!done) {
        failed();
      }
    }
  }

  private synchronized SessionId next() {
    Iterator<SessionId> sessions = waiting.iterator();
    current = null;
    if (closed || !sessions.hasNext()) {
      telling = false;
      return null;
    }
    current = sessions.next();
    sessions.remove();
    since = scheduler.nanoTime();
    return current;
  }

  /** The next one that is put away has the others told, too. */
  private synchronized void failed() {
    telling = false;
  }

  /** The state is in its file, whatever the listener makes of it; the next ones are told, too. */
  private void tell(Consumer<SessionId> listener, SessionId session) {
    try {
      listener.accept(session);
    } catch (RuntimeException | LinkageError e) {
      scheduler.caught(e);
      LOG.error(
          "{}: listener {} failed on session {}, which was put away",
          self.get(),
          listener,
          session,
          e);
    } finally {
      Thread.interrupted(); // which the listener may have left; the end is told by a flag
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      waiting.clear();
    }
    worker.close();
  }
}
