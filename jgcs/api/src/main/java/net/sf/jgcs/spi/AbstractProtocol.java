package net.sf.jgcs.spi;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.ClosedProtocolException;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;

/**
 * Protocol that keeps one pair of sessions per group, and its own closed state.
 *
 * <p>Thread-safe: look-ups and changes of the two maps are made under the monitor of this object.
 *
 * @param <P> the binding's protocol
 * @param <DS> its data session
 * @param <CS> its control session
 * @param <G> its group configuration, with value-based equality
 */
public abstract class AbstractProtocol<
        P extends AbstractProtocol<P, DS, CS, G>,
        DS extends AbstractDataSession<P, DS, CS, G>,
        CS extends AbstractControlSession<P, DS, CS, G>,
        G extends GroupConfiguration>
    implements Protocol {
  /** Open control sessions by group; guarded by the monitor of this object. */
  protected Map<G, CS> controlSessions = new HashMap<>();

  /** Open data sessions by group; guarded by the monitor of this object. */
  protected Map<G, DS> dataSessions = new HashMap<>();

  private volatile boolean closed;

  /** Creates an open protocol without sessions. */
  protected AbstractProtocol() {}

  /**
   * Creates both sessions of a group and hands them to {@link #putSessions}.
   *
   * @throws ClassCastException when the configuration belongs to another binding; an override with
   *     a concrete type of group does so by itself
   */
  protected abstract void createSessions(G group) throws GroupException, ClassCastException;

  /** Connects two new sessions with each other and this protocol, keeps and boots them. */
  protected synchronized void putSessions(G group, CS control, DS data) {
    @SuppressWarnings("unchecked") // P is the type of this by the bound of the class
    P self = (P) this;
    SessionLinks.connect(self, group, control, data);
    controlSessions.put(group, control);
    dataSessions.put(group, data);
    control.boot();
    data.boot();
  }

  /** Forgets the sessions of a group; harmless when there are none. */
  protected synchronized void removeSessions(G group) {
    controlSessions.remove(group);
    dataSessions.remove(group);
  }

  /** Finds or creates the control session of a group. */
  protected synchronized CS lookupControlSession(GroupConfiguration group) throws GroupException {
    ensureSessions(group);
    return controlSessions.get(group);
  }

  /** Finds or creates the data session of a group. */
  protected synchronized DS lookupDataSession(GroupConfiguration group) throws GroupException {
    ensureSessions(group);
    return dataSessions.get(group);
  }

  private void ensureSessions(GroupConfiguration group) throws GroupException {
    onEntry();
    if (!controlSessions.containsKey(group)) {
      @SuppressWarnings("unchecked") // createSessions refuses a foreign type
      G own = (G) group;
      createSessions(own);
    }
  }

  @Override
  public DataSession openDataSession(GroupConfiguration group) throws GroupException {
    return lookupDataSession(group);
  }

  @Override
  public ControlSession openControlSession(GroupConfiguration group) throws GroupException {
    return lookupControlSession(group);
  }

  /** Releases what the binding holds; called once, after the sessions were closed. */
  protected void cleanup() {}

  /** Tells the exception listener of every open group; harmless after {@link #close()}. */
  protected void notifyExceptionListeners(GroupException exception) {
    for (CS session : openSessions()) {
      session.notifyExceptionListeners(exception);
    }
  }

  /** Refuses calls after {@link #close()}. */
  protected void onEntry() throws GroupException {
    if (closed) {
      throw new ClosedProtocolException("the protocol is closed; create another one");
    }
  }

  private synchronized List<CS> openSessions() {
    return List.copyOf(controlSessions.values());
  }

  private synchronized boolean beginClose() {
    boolean first = !closed;
    closed = true;
    return first;
  }

  @Override
  public void close() throws IOException {
    if (!beginClose()) {
      return;
    }
    IOException failure = null;
    for (CS session : openSessions()) {
      failure = Failures.join(failure, failureOfClosing(session));
    }
    cleanup();
    if (failure != null) {
      throw failure;
    }
  }

  /** Closes a session and answers why that went wrong, or null; the others are closed as well. */
  private IOException failureOfClosing(CS session) {
    try {
      session.close();
      return null;
    } catch (IOException e) {
      return e;
    } catch (RuntimeException | Error e) {
      return new GroupException("closing the session of " + session.group + " failed: " + e, e);
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }
}
