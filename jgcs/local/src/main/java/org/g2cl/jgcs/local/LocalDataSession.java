package org.g2cl.jgcs.local;

import java.io.IOException;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractDataSession;
import net.sf.jgcs.spi.Addressing;

/** Data session of a local network; the default service is fifo. */
final class LocalDataSession
    extends AbstractDataSession<LocalProtocol, LocalDataSession, LocalControlSession, LocalGroup> {
  private final LocalNetwork network;

  LocalDataSession(LocalNetwork network) {
    this.network = network;
  }

  @Override
  public Message createMessage() throws GroupException {
    onEntry();
    return new LocalMessage();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    onEntry();
    LocalMessage own = (LocalMessage) message;
    LocalService ownService = service == null ? LocalService.FIFO : (LocalService) service;
    Addressing to = Addressing.of(annotations);
    LocalMember sender = controlSession.joinedMember();
    network.send(sender, own.from(sender.address()), ownService, to.destination(), to.toSelf());
  }
}
