package org.g2cl.jgcs.tck;

import java.io.IOException;
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
    onEntry();
    return new ToyMessage();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    onEntry();
    byte[] payload = ((ToyMessage) message).getPayload();
    ToyService quality = service == null ? ToyService.FIFO : (ToyService) service;
    Addressing to = Addressing.of(annotations);
    network.send(controlSession.joinedMember(), payload, quality, to.destination(), to.toSelf());
  }

  void tell(Message message) {
    notifyMessageListeners(message);
  }
}
