package net.sf.jgcs.spi;

import java.net.SocketAddress;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;

/**
 * Membership session whose every join is a {@link GroupMember} of its own.
 *
 * <p>An addition to jGCS 0.8. What comes from a member that left, or failed to join, is dropped.
 *
 * @param <P> the binding's protocol
 * @param <DS> its data session
 * @param <CS> its control session
 * @param <G> its group configuration
 * @param <M> its membership
 */
public abstract class AbstractMemberSession<
        P extends AbstractProtocol<P, DS, CS, G>,
        DS extends AbstractDataSession<P, DS, CS, G>,
        CS extends AbstractMemberSession<P, DS, CS, G, M>,
        G extends GroupConfiguration,
        M extends GroupMember>
    extends AbstractMembershipSession<P, DS, CS, G> {
  private volatile M member;

  /** Member whose join has returned, or null; guarded by the lock. */
  private M connected;

  /** Creates a session that is not joined. */
  protected AbstractMemberSession() {}

  /** Creates the membership that is about to join; called with the lock. */
  protected abstract M createMember();

  /** Takes what a listener threw; the binding logs it, and the engine never sees it. */
  protected abstract void logFailure(M receiver, Throwable failure);

  @Override
  public void join() throws GroupException {
    M joining;
    lock.lock();
    try {
      onEntry();
      if (member != null) {
        throw new InvalidStateException(member + " is joined to " + group + " already");
      }
      joining = begin();
    } finally {
      lock.unlock();
    }
    connect(joining);
  }

  /** Makes a new member the one of this session; called with the lock, when there is none. */
  protected final M begin() {
    M joining = createMember();
    member = joining;
    connected = null;
    return joining;
  }

  /**
   * Lets the member of {@link #begin()} join; called without the lock, and may wait.
   *
   * @throws InvalidStateException when the session was left meanwhile; the group is left again
   */
  protected final void connect(M joining) throws GroupException {
    boolean joined = false;
    try {
      joining.join();
      joined = true;
    } finally {
      if (!joined) {
        forget(joining);
      }
    }
    if (!established(joining)) {
      joining.leave();
      throw new InvalidStateException(
          joining + " left, or was put out of, " + group + " while joining it; join again");
    }
  }

  private boolean established(M joined) {
    lock.lock();
    try {
      boolean current = member == joined;
      if (current) {
        connected = joined;
      }
      return current;
    } finally {
      lock.unlock();
    }
  }

  /** Makes a member no longer the one of this session; false when it was not. */
  protected final boolean forget(M gone) {
    lock.lock();
    try {
      if (member != gone) {
        return false;
      }
      member = null;
      connected = null;
      setMembership(null);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Leaves the group; one that is still joining is left by the thread that joins, whose {@link
   * #join()} then fails.
   */
  @Override
  public void leave() throws GroupException {
    M leaving;
    boolean whileJoining;
    lock.lock();
    try {
      onEntry();
      leaving = joinedMember();
      whileJoining = connected != leaving;
      forget(leaving);
    } finally {
      lock.unlock();
    }
    // without the lock: saying good-bye waits for the others
    if (whileJoining) {
      leaving.cancelJoin();
    } else {
      leaving.leave();
    }
  }

  /** Member of this session, which may still be joining, or null when there is none. */
  protected final M current() {
    return member;
  }

  /**
   * Membership that this session is joined by.
   *
   * @throws InvalidStateException when it is not joined
   */
  public M joinedMember() throws GroupException {
    onEntry();
    M current = member;
    if (current == null) {
      throw new InvalidStateException("not joined to " + group + "; join first");
    }
    return current;
  }

  @Override
  public SocketAddress getLocalAddress() {
    M current = member;
    return current == null ? null : current.address();
  }

  /** Delivers a view to the listener in this thread. */
  public void deliver(M receiver, Membership view) {
    if (installed(receiver, view)) {
      try { // not by guarded(), which takes memory: a view is told once
        notifyMembershipListener();
      } catch (RuntimeException | Error e) {
        failed(receiver, e);
      }
    }
  }

  /** Sets the view, unless the member has left meanwhile. */
  private boolean installed(M receiver, Membership view) {
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

  /** Delivers a message, whose service is ensured, to the listeners in this thread. */
  public void deliver(M receiver, Message message, Service service) {
    if (receiver == member) {
      try { // not by guarded(), which takes an object for each message
        dataSession.notifyListeners(message, service);
      } catch (RuntimeException | Error e) {
        failed(receiver, e);
      }
    }
  }

  /** Tells the listener in this thread that the engine put this member out of the group. */
  public void exclude(M excluded) {
    if (forget(excluded)) {
      guarded(excluded, this::notifyRemoved);
    }
  }

  /**
   * Tells the exception listener of a message that was accepted, and that the engine then refused;
   * perhaps once this is left or closed.
   */
  public void notSent(GroupException failure) {
    ListenerThreads.run(() -> notifyExceptionListeners(failure));
  }

  /** Engines lose an exception of a listener without a trace, or end their thread by it. */
  protected final void guarded(M receiver, Runnable callback) {
    try {
      callback.run();
    } catch (RuntimeException | Error e) {
      failed(receiver, e);
    }
  }

  private void failed(M receiver, Throwable failure) {
    logFailure(receiver, failure);
    notifyExceptionListeners(
        new GroupException("a listener of " + group + " failed: " + failure, failure));
  }
}
