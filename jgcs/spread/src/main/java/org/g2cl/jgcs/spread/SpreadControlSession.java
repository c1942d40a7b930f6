package org.g2cl.jgcs.spread;

import java.net.SocketAddress;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.spi.AbstractMembershipSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership of a group of Spread; every join has a connection of its own.
 *
 * <p>A member that loses its daemon is told so by {@code onExcluded}, and tries to join again as
 * another member; the application may do so first, or leave to stop that.
 */
final class SpreadControlSession
    extends AbstractMembershipSession<
        SpreadProtocol, SpreadDataSession, SpreadControlSession, SpreadGroup> {
  private static final Logger LOG = LoggerFactory.getLogger(SpreadControlSession.class);

  private final SpreadSettings settings;
  private volatile SpreadMember member;

  /** Attempt to join again that is under way, or null; guarded by the lock. */
  private Reconnection reconnection;

  SpreadControlSession(SpreadSettings settings) {
    this.settings = settings;
  }

  @Override
  public void join() throws GroupException {
    SpreadMember joining;
    lock.lock();
    try {
      onEntry();
      if (member != null) {
        throw new InvalidStateException(member + " is joined to " + group + " already");
      }
      stopReconnecting();
      joining = newMember();
    } finally {
      lock.unlock();
    }
    connect(joining);
  }

  private SpreadMember newMember() {
    member = new SpreadMember(settings, group.name(), this);
    return member;
  }

  private boolean stopReconnecting() {
    Reconnection current = reconnection;
    reconnection = null;
    if (current != null) {
      current.cancel();
    }
    return current != null;
  }

  private void connect(SpreadMember joining) throws GroupException {
    boolean connected = false;
    try {
      joining.join();
      connected = true;
    } finally {
      if (!connected) {
        forget(joining);
      }
    }
  }

  private boolean forget(SpreadMember gone) {
    lock.lock();
    try {
      boolean current = member == gone;
      if (current) {
        member = null;
        setMembership(null);
      }
      return current;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void leave() throws GroupException {
    SpreadMember leaving = takeOut();
    if (leaving != null) {
      leaving.leave();
    }
  }

  /** The daemon is told without the lock; null when there is nothing to leave but an attempt. */
  private SpreadMember takeOut() throws GroupException {
    lock.lock();
    try {
      onEntry();
      if (stopReconnecting() && member == null) {
        return null;
      }
      SpreadMember leaving = joinedMember();
      member = null;
      setMembership(null);
      return leaving;
    } finally {
      lock.unlock();
    }
  }

  SpreadMember joinedMember() throws GroupException {
    onEntry();
    SpreadMember current = member;
    if (current == null) {
      throw new InvalidStateException("not joined to " + group + "; join first");
    }
    return current;
  }

  @Override
  public SocketAddress getLocalAddress() {
    SpreadMember current = member;
    return current == null ? null : current.address();
  }

  void deliver(SpreadMember receiver, Membership view) {
    if (installed(receiver, view)) {
      LOG.info("{}: {}", receiver, view);
      guarded(receiver, this::notifyChange);
    }
  }

  /** Sets the view, unless the member has left meanwhile. */
  private boolean installed(SpreadMember receiver, Membership view) {
    lock.lock();
    try {
      boolean current = receiver == member;
      if (current) {
        setMembership(view);
      }
      return current;
    } finally {
      lock.unlock();
    }
  }

  private void notifyChange() {
    MembershipListener listener = getMembershipListener();
    if (listener != null) {
      listener.onMembershipChange();
    }
  }

  void deliver(SpreadMember receiver, SpreadMessage message, SpreadService service) {
    if (receiver == member) {
      guarded(receiver, () -> dataSession.deliver(message, service));
    }
  }

  /** Takes notice that a member is cut off: tells the listeners, and tries to join again. */
  void lost(SpreadMember gone, GroupException cause) {
    if (!forget(gone)) {
      return;
    }
    LOG.warn("{}: no longer in {}: {}", gone, group, cause.getMessage());
    guarded(gone, this::notifyRemoved);
    guarded(gone, () -> notifyExceptionListeners(cause));
    beginToReconnect();
  }

  private void beginToReconnect() {
    lock.lock();
    try {
      if (member == null && !isClosed() && !settings.reconnectTimeout().isZero()) {
        reconnection = new Reconnection(this, settings);
        reconnection.start();
      }
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
      if (reconnection != attempt || member != null || isClosed()) {
        return false;
      }
      joining = newMember();
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

  private void guarded(SpreadMember receiver, Runnable callback) {
    try {
      callback.run();
    } catch (RuntimeException | Error e) {
      LOG.error("{}: a listener of {} failed", receiver, group, e);
      notifyExceptionListeners(new GroupException("a listener of " + group + " failed: " + e, e));
    }
  }
}
