package net.sf.jgcs.spi;

import java.util.concurrent.locks.Lock;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.ExceptionListener;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;

/**
 * Control session that keeps its closed state and its exception listener.
 *
 * <p>The binding writes {@code join} and {@code leave}; both start with {@link #onEntry()} under
 * {@link #lock}. Listeners are called without the lock.
 *
 * @param <P> the binding's protocol
 * @param <DS> its data session
 * @param <CS> its control session
 * @param <G> its group configuration
 */
public abstract class AbstractControlSession<
        P extends AbstractProtocol<P, DS, CS, G>,
        DS extends AbstractDataSession<P, DS, CS, G>,
        CS extends AbstractControlSession<P, DS, CS, G>,
        G extends GroupConfiguration>
    implements ControlSession {
  /** Protocol that opened this session; set by {@link AbstractProtocol#putSessions}. */
  protected P protocol;

  /** The other session of the group. */
  protected DS dataSession;

  /** Group of this session. */
  protected G group;

  /** Guards joining, leaving and closing; shared by both sessions of the group. */
  protected Lock lock;

  private volatile ExceptionListener exceptionListener;
  private volatile boolean closed;
  private volatile Thread closer;

  /** Creates a session that becomes usable by {@link AbstractProtocol#putSessions}. */
  protected AbstractControlSession() {}

  /** Starts what the session needs; called once its fields are set. */
  protected void boot() {}

  /** Releases what the session holds; called once, after it was closed. */
  protected void cleanup() {}

  /** Tells the exception listener, if there is one; what it throws ends no thread of the engine. */
  protected void notifyExceptionListeners(GroupException exception) {
    ExceptionListener listener = exceptionListener;
    if (listener == null) {
      return;
    }
    try {
      listener.onException(exception);
    } catch (RuntimeException | Error e) {
      Thread current = Thread.currentThread();
      current.getUncaughtExceptionHandler().uncaughtException(current, e);
    }
  }

  /** Refuses calls from the begin of {@link #close()} on, but those that it makes itself. */
  protected void onEntry() throws GroupException {
    Thread closing = closer;
    if (closed || (closing != null && closing != Thread.currentThread())) {
      throw new ClosedSessionException(
          "the session of " + group + " is closed; open it again from its protocol");
    }
  }

  /** Tells whether every listener of this session is set. */
  protected boolean hasAllListeners() {
    return exceptionListener != null;
  }

  /** Throws what the interface declares, and the shape of this class in jGCS 0.8 does not. */
  @Override
  public void setExceptionListener(ExceptionListener listener) {
    if (closed) {
      AbstractControlSession.<RuntimeException>refuse(
          new ClosedSessionException("the session of " + group + " is closed"));
    }
    exceptionListener = listener;
  }

  @SuppressWarnings("unchecked") // erased: thrown as what it is
  private static <E extends Throwable> void refuse(ClosedSessionException refusal) throws E {
    throw (E) refusal;
  }

  @Override
  public ExceptionListener getExceptionListener() {
    return exceptionListener;
  }

  /**
   * Leaves when joined, then closes both sessions of the group; closing twice is harmless.
   *
   * <p>Leaves without the lock, since a listener that is running may wait for it.
   *
   * @throws GroupException when leaving failed; the sessions are closed all the same
   */
  @Override
  public void close() throws GroupException {
    if (!beginClose()) {
      return;
    }
    try {
      leaveIfJoined();
    } finally {
      endClose();
    }
  }

  private boolean beginClose() {
    lock.lock();
    try {
      boolean first = !closed && closer == null;
      if (first) {
        closer = Thread.currentThread();
      }
      return first;
    } finally {
      lock.unlock();
    }
  }

  private void leaveIfJoined() throws GroupException {
    try {
      leave();
    } catch (InvalidStateException notJoined) {
      // nothing to leave
    }
  }

  private void endClose() {
    closed = true;
    closer = null;
    protocol.removeSessions(group);
    try {
      cleanup();
    } finally {
      dataSession.cleanup();
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }
}
