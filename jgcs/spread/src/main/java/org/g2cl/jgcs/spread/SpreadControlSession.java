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
      LOG.info("{}: {}", receiver, view);
    }
    super.deliver(receiver, view);
  }

  /** Takes notice that a member is cut off: tells the listeners, and tries to join again. */
  void lost(SpreadMember gone, GroupException cause) {
    Reconnection next = new Reconnection(this, settings, threads);
    if (!cutOff(gone, next)) {
      return;
    }
    LOG.warn("{}: no longer in {}: {}", gone, group, cause.getMessage());
    guarded(gone, this::notifyRemoved);
    guarded(gone, () -> notifyExceptionListeners(cause));
    if (!begin(next)) {
      next.run();
    }
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

  /**
   * False where there can be no thread for it; the one that delivered to the old member is free.
   */
  private boolean begin(Reconnection attempt) {
    lock.lock();
    try {
      if (reconnection == attempt) {
        attempt.start();
      }
      return true;
    } catch (OutOfMemoryError e) {
      LOG.debug("there is no thread to join {} again", group, e);
      return false;
    } finally {
      lock.unlock();
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
