package org.g2cl.jgcs.spread;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.AbstractMemberSession;
import net.sf.jgcs.spread.SpGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership of a group of Spread; every join has a connection of its own.
 *
 * <p>A member that loses its daemon, or is put out by the others, is told so by {@code onExcluded},
 * and tries to join again as another member; the application may do so first, or leave to stop
 * that.
 */
final class SpreadControlSession
    extends AbstractMemberSession<
        SpreadProtocol, SpreadDataSession, SpreadControlSession, SpGroup, SpreadMember> {
  private static final Logger LOG = LoggerFactory.getLogger(SpreadControlSession.class);

  private final SpreadSettings settings;
  private final ThreadMaker threads;

  /** Attempt to join again that is under way or about to begin, or null; guarded by the lock. */
  private Reconnection reconnection;

  SpreadControlSession(SpreadSettings settings, ThreadMaker threads) {
    this.settings = settings;
    this.threads = threads;
  }

  @Override
  protected SpreadMember createMember() {
    return new SpreadMember(settings, group.getGroup(), this, threads);
  }

  @Override
  public void join() throws GroupException {
    lock.lock();
    try {
      onEntry();
      if (current() == null) {
        stopReconnecting();
      }
    } finally {
      lock.unlock();
    }
    super.join();
  }

  private boolean stopReconnecting() {
    Reconnection stopped = reconnection;
    reconnection = null;
    if (stopped != null) {
      stopped.cancel();
    }
    return stopped != null;
  }

  @Override
  public void leave() throws GroupException {
    if (leftAnAttempt()) {
      return;
    }
    try {
      super.leave();
    } catch (InvalidStateException e) {
      if (!leftAnAttempt()) { // else the daemon was lost meanwhile
        throw e;
      }
    }
  }

  /** Tells whether there was nothing to leave but an attempt to join again. */
  private boolean leftAnAttempt() throws GroupException {
    lock.lock();
    try {
      onEntry();
      return stopReconnecting() && current() == null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void deliver(SpreadMember receiver, Membership view) {
    if (receiver == current()) {
      log(receiver, view);
    }
    super.deliver(receiver, view);
  }

  private static void log(SpreadMember receiver, Membership view) {
    try {
      LOG.info("{}: {}", receiver, view);
    } catch (RuntimeException | Error e) {
      // it is delivered all the same
    }
  }

  /**
   * Makes what takes notice that a member is cut off: tells the listeners, and tries to join again.
   *
   * <p>All that it takes is made here, where it can be tried again: it runs once, perhaps while
   * memory is out, and whatever fails of it, the rest follows.
   */
  Runnable loss(SpreadMember gone, GroupException cause) {
    Reconnection next = new Reconnection(this, settings, threads);
    Runnable warning = () -> LOG.warn("{}: no longer in {}: {}", gone, group, cause.getMessage());
    Runnable removed = this::notifyRemoved;
    Runnable explained = () -> notifyExceptionListeners(cause);
    Runnable removal = () -> guarded(gone, removed);
    Runnable explanation = () -> guarded(gone, explained);
    return () -> {
      if (cutOff(gone, next)) {
        DeliveryThread.call(warning);
        DeliveryThread.call(removal);
        DeliveryThread.call(explanation);
        begin(next);
      }
    };
  }

  /** Keeps the attempt before the listeners are told, so that they can stop it. */
  private boolean cutOff(SpreadMember gone, Reconnection next) {
    lock.lock();
    try {
      boolean current = forget(gone);
      if (current && !isClosed() && !settings.reconnectTimeout().isZero()) {
        reconnection = next;
      }
      return current;
    } finally {
      lock.unlock();
    }
  }

  /** Where there can be no thread for it, the one that delivered to the old member is free. */
  private void begin(Reconnection attempt) {
    boolean begun = false;
    try {
      start(attempt);
      begun = true;
    } catch (VirtualMachineError e) {
      logNoThread(e);
    }
    if (!begun) {
      attempt.run();
    }
  }

  private void start(Reconnection attempt) {
    lock.lock();
    try {
      if (reconnection == attempt) {
        attempt.start();
      }
    } finally {
      lock.unlock();
    }
  }

  private void logNoThread(VirtualMachineError failure) {
    try {
      LOG.debug("there is no thread to join {} again", group, failure);
    } catch (RuntimeException | Error e) {
      // it is tried all the same
    }
  }

  /**
   * Joins again, unless the application did or wants no more.
   *
   * @return false when that attempt is over
   */
  boolean rejoin(Reconnection attempt) throws GroupException {
    SpreadMember joining;
    lock.lock();
    try {
      if (reconnection != attempt || current() != null || isClosed()) {
        return false;
      }
      joining = begin();
    } finally {
      lock.unlock();
    }
    connect(joining);
    end(attempt);
    return true;
  }

  void gaveUp(Reconnection attempt, GroupException cause) {
    if (end(attempt)) {
      notifyExceptionListeners(cause);
    }
  }

  private boolean end(Reconnection attempt) {
    lock.lock();
    try {
      boolean current = reconnection == attempt;
      if (current) {
        reconnection = null;
      }
      return current;
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void logFailure(SpreadMember receiver, Throwable failure) {
    LOG.error("{}: a listener of {} failed", receiver, group, failure);
  }
}
