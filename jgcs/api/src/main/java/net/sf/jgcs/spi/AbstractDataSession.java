package net.sf.jgcs.spi;

import java.util.concurrent.locks.Lock;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.MessageListener;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceListener;

/**
 * Data session that keeps its listeners; it is closed when the control session is.
 *
 * @param <P> the binding's protocol
 * @param <DS> its data session
 * @param <CS> its control session
 * @param <G> its group configuration
 */
public abstract class AbstractDataSession<
        P extends AbstractProtocol<P, DS, CS, G>,
        DS extends AbstractDataSession<P, DS, CS, G>,
        CS extends AbstractControlSession<P, DS, CS, G>,
        G extends GroupConfiguration>
    implements DataSession {
  /** Protocol that opened this session; set by {@link AbstractProtocol#putSessions}. */
  protected P protocol;

  /** The other session of the group. */
  protected CS controlSession;

  /** Group of this session. */
  protected G group;

  /** Guards joining, leaving and closing; shared by both sessions of the group. */
  protected Lock lock;

  private volatile MessageListener messageListener;
  private volatile ServiceListener serviceListener;

  /** Creates a session that becomes usable by {@link AbstractProtocol#putSessions}. */
  protected AbstractDataSession() {}

  /** Starts what the session needs; called once its fields are set. */
  protected void boot() {}

  /** Releases what the session holds; called once, after it was closed. */
  protected void cleanup() {}

  /** Refuses calls after {@link #close()}. */
  protected void onEntry() throws GroupException {
    controlSession.onEntry();
  }

  /** Tells the exception listener of the group, if there is one. */
  protected void notifyExceptionListeners(GroupException exception) {
    controlSession.notifyExceptionListeners(exception);
  }

  /** Hands a message to the listener; null when there is none, or when it returned null. */
  protected Object notifyMessageListeners(Message message) {
    MessageListener listener = messageListener;
    return listener == null ? null : listener.onMessage(message);
  }

  /** Tells the service listener that a service is ensured for the message of that context. */
  protected void notifyServiceListeners(Object context, Service service) {
    ServiceListener listener = serviceListener;
    if (listener != null && context != null) {
      listener.onServiceEnsured(context, service);
    }
  }

  /** Hands over a message whose service is ensured already. */
  protected void notifyListeners(Message message, Service service) {
    MessageListener listener = messageListener;
    Object context = listener == null ? null : listener.onMessage(message);
    if (context != null) {
      notifyServiceListeners(context, service);
    }
  }

  @Override
  public G getGroup() {
    return group;
  }

  @Override
  public void setMessageListener(MessageListener listener) throws ClosedSessionException {
    refuseWhenClosed();
    messageListener = listener;
  }

  @Override
  public MessageListener getMessageListener() {
    return messageListener;
  }

  @Override
  public void setServiceListener(ServiceListener listener) throws ClosedSessionException {
    refuseWhenClosed();
    serviceListener = listener;
  }

  @Override
  public ServiceListener getServiceListener() {
    return serviceListener;
  }

  private void refuseWhenClosed() throws ClosedSessionException {
    if (isClosed()) {
      throw new ClosedSessionException("the session of " + group + " is closed");
    }
  }

  @Override
  public void close() throws GroupException {
    controlSession.close();
  }

  @Override
  public boolean isClosed() {
    return controlSession.isClosed();
  }
}
