package org.g2cl.jgcs.tck;

import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.ExceptionListener;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
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

  ToyControlSession(ToyNetwork network, String name) {
    this.network = network;
    this.name = name;
  }

  @Override
  protected ToyMember createMember() {
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

  @Override
  public void leave() throws GroupException {
    super.leave();
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
  public void deliver(ToyMember receiver, Message message, Service service) {
    if (network.has(Fault.TELLS_NO_SERVICE) && getLocalAddress() != null) {
      dataSession.tell(message);
    } else {
      super.deliver(receiver, message, service);
    }
  }

  @Override
  protected void notifyExceptionListeners(GroupException exception) {
    if (!network.has(Fault.LOSES_EXCEPTIONS_OF_LISTENERS)) {
      super.notifyExceptionListeners(exception);
    }
  }

  @Override
  protected void logFailure(ToyMember receiver, Throwable failure) {
    LOG.debug("{}: a listener failed", receiver, failure);
  }
}
