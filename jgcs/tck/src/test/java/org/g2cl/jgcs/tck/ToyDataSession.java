package org.g2cl.jgcs.tck;

import java.io.IOException;
import java.net.SocketAddress;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractDataSession;
import net.sf.jgcs.spi.Addressing;

final class ToyDataSession
    extends AbstractDataSession<ToyProtocol, ToyDataSession, ToyControlSession, ToyGroup> {
  private final ToyNetwork network;

  ToyDataSession(ToyNetwork network) {
    this.network = network;
  }

  @Override
  public Message createMessage() throws GroupException {
    enter();
    return new ToyMessage();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    enter();
    if (isLost()) {
      return;
    }
    int before = controlSession.ownDelivered();
    try {
      send((ToyMessage) message, service, Addressing.of(annotations));
    } catch (ClassCastException e) {
      throw network.wrong(e);
    }
    if (network.has(Fault.LETS_SENDERS_WAIT)) {
      controlSession.awaitOwn(before);
    }
  }

  /** Those who wait must end in silence after the test. */
  private void enter() throws GroupException {
    if (!network.has(Fault.LETS_SENDERS_WAIT)) {
      onEntry();
    }
  }

  private boolean isLost() {
    if (isClosed()) {
      return true;
    }
    boolean joined = controlSession.getLocalAddress() != null;
    return (!joined && network.has(Fault.SENDS_WHEN_NOT_JOINED))
        || (network.has(Fault.LOSES_WHAT_VIEW_LISTENERS_SEND) && controlSession.isInViewListener());
  }

  private void send(ToyMessage message, Service service, Addressing to) throws GroupException {
    ToyService quality = service == null ? ToyService.FIFO : (ToyService) service;
    SocketAddress destination = to.destination();
    if (destination == null && network.has(Fault.KEEPS_THE_DESTINATION)) {
      destination = message.destination();
    }
    message.destination(destination);
    ToyMember sender = controlSession.joinedMember();
    network.send(sender, message.getPayload(), quality, destination, to.toSelf());
  }

  @Override
  public boolean isClosed() {
    return super.isClosed() && !network.has(Fault.LEAVES_DATA_SESSIONS_OPEN);
  }

  @Override
  public void close() throws GroupException {
    if (!network.has(Fault.CLOSES_DATA_SESSIONS_ALONE)) {
      super.close();
    }
  }

  void ensure(Service service) {
    notifyServiceListeners(this, service);
  }

  void tell(Message message) {
    notifyMessageListeners(message);
  }
}
