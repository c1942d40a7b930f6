package org.g2cl.jgcs.tck;

import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.ExceptionListener;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractMemberSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class ToyControlSession
    extends AbstractMemberSession<
        ToyProtocol, ToyDataSession, ToyControlSession, ToyGroup, ToyMember> {
  private static final Logger LOG = LoggerFactory.getLogger(ToyControlSession.class);

  private final ToyNetwork network;
  private final String name;
  private ToyAddress address;
  private int joins;
  private volatile boolean listenerFailed;
  private volatile Thread inViewListener;

  /** Messages of its own that this member has delivered. */
  private final AtomicInteger own = new AtomicInteger();

  ToyControlSession(ToyNetwork network, String name) {
    this.network = network;
    this.name = name;
  }

  @Override
  protected ToyMember createMember() {
    joins++;
    if (address == null || !network.has(Fault.KEEPS_ITS_ADDRESS)) {
      address = network.newAddress(name);
    }
    return new ToyMember(network, this, address);
  }

  @Override
  public void join() throws GroupException {
    if (network.has(Fault.JOINS_TWICE) && getLocalAddress() != null) {
      return;
    }
    super.join();
  }

  boolean hasJoinedBefore() {
    return joins > 1;
  }

  @Override
  public SocketAddress getLocalAddress() {
    return network.has(Fault.HAS_AN_ADDRESS_WHEN_OUT) ? address : super.getLocalAddress();
  }

  @Override
  public void leave() throws GroupException {
    try {
      super.leave();
    } catch (InvalidStateException e) {
      if (!network.has(Fault.LEAVES_TWICE)) {
        throw e;
      }
    }
    if (network.has(Fault.TELLS_AN_EXCLUSION_WHEN_LEAVING)) {
      notifyRemoved();
    }
  }

  @Override
  protected void onEntry() throws GroupException {
    try {
      super.onEntry();
    } catch (ClosedSessionException e) {
      if (network.has(Fault.CALLS_CLOSED_NOT_JOINED)) {
        throw new InvalidStateException("not joined", e);
      }
      throw e;
    }
  }

  @Override
  public void setExceptionListener(ExceptionListener listener) {
    if (!isClosed() || !network.has(Fault.TAKES_LISTENERS_WHEN_CLOSED)) {
      super.setExceptionListener(listener);
    }
  }

  @Override
  public void close() throws GroupException {
    if (isClosed() && network.has(Fault.FAILS_TO_CLOSE_TWICE)) {
      throw new GroupException("closed already");
    }
    super.close();
  }

  @Override
  public void deliver(ToyMember receiver, Membership view) {
    inViewListener = Thread.currentThread();
    super.deliver(receiver, view);
    inViewListener = null;
  }

  boolean isInViewListener() {
    return inViewListener == Thread.currentThread();
  }

  int ownDelivered() {
    return own.get();
  }

  /** Waits until more than so many own messages are delivered, two seconds at most. */
  void awaitOwn(int before) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (own.get() == before && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  @Override
  public void deliver(ToyMember receiver, Message message, Service service) {
    if (listenerFailed && network.has(Fault.STOPS_WHEN_A_LISTENER_FAILS)) {
      return;
    }
    if (joins > 1 && network.has(Fault.IS_DEAF_WHEN_BACK)) {
      return;
    }
    if (network.has(Fault.TELLS_A_SERVICE_UNASKED)) {
      dataSession.ensure(service);
    }
    if (network.has(Fault.DELIVERS_AFTER_LEAVING) && receiver != current()) {
      dataSession.tell(message);
    }
    if (receiver.address().equals(message.getSenderAddress())) {
      own.incrementAndGet();
    }
    if (network.has(Fault.TELLS_NO_SERVICE) && getLocalAddress() != null) {
      dataSession.tell(message);
    } else {
      super.deliver(receiver, message, service);
    }
  }

  @Override
  protected void notifyExceptionListeners(GroupException exception) {
    listenerFailed = true;
    if (!network.has(Fault.LOSES_EXCEPTIONS_OF_LISTENERS)) {
      super.notifyExceptionListeners(exception);
    }
  }

  @Override
  protected void logFailure(ToyMember receiver, Throwable failure) {
    LOG.debug("{}: a listener failed", receiver, failure);
  }
}
