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

  /** Creates a session that is not joined. */
  protected AbstractMemberSession() {}

  /** Creates the membership that is about to join. */
  protected abstract M createMember();

  /** Takes what a listener threw; the binding logs it, and the engine never sees it. */
  protected abstract void logFailure(M receiver, Throwable failure);

  @Override
  public void join() throws GroupException {
    M joining = createMember();
    lock.lock();
    try {
      onEntry();
      if (member != null) {
        throw new InvalidStateException(member + " is joined to " + group + " already");
      }
      member = joining;
    } finally {
      lock.unlock();
    }
    join(joining);
  }

  private void join(M joining) throws GroupException {
    boolean joined = false;
    try {
      joining.join();
      joined = true;
    } finally {
      if (!joined) {
        forget(joining);
      }
    }
  }

  private boolean forget(M gone) {
    lock.lock();
    try {
      if (member != gone) {
        return false;
      }
      member = null;
      setMembership(null);
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void leave() throws GroupException {
    takeOut().leave();
  }

  /** The network is left without the lock: saying good-bye waits for the others. */
  private M takeOut() throws GroupException {
    lock.lock();
    try {
      onEntry();
      M leaving = joinedMember();
      member = null;
      setMembership(null);
      return leaving;
    } finally {
      lock.unlock();
    }
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
    if (receiver == member) {
      guarded(receiver, () -> notifyAndSetMembership(view));
    }
  }

  /** Delivers a message, whose service is ensured, to the listeners in this thread. */
  public void deliver(M receiver, Message message, Service service) {
    if (receiver == member) {
      guarded(receiver, () -> dataSession.notifyListeners(message, service));
    }
  }

  /** Tells the listener in this thread that the engine put this member out of the group. */
  public void exclude(M excluded) {
    if (forget(excluded)) {
      guarded(excluded, this::notifyRemoved);
    }
  }

  /** Engines lose an exception of a listener without a trace, or end their thread by it. */
  private void guarded(M receiver, Runnable callback) {
    try {
      callback.run();
    } catch (RuntimeException | Error e) {
      logFailure(receiver, e);
      notifyExceptionListeners(new GroupException("a listener of " + group + " failed: " + e, e));
    }
  }
}
