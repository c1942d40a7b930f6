package org.g2cl.jgcs.legacy;

import java.io.IOException;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractDataSession;
import net.sf.jgcs.spi.Addressing;

/** Data session of a plug-in's group; the default service is fifo. */
final class LegacyDataSession
    extends AbstractDataSession<
        LegacyProtocol, LegacyDataSession, LegacyControlSession, LegacyGroup> {
  @Override
  public Message createMessage() throws GroupException {
    onEntry();
    return new LegacyMessage();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    onEntry();
    LegacyMessage own = (LegacyMessage) message;
    LegacyService ownService = service == null ? LegacyService.FIFO : (LegacyService) service;
    Addressing to = Addressing.of(annotations);
    LegacyMember sender = controlSession.joinedMember();
    if (to.destination() == null) {
      sender.sendToAll(own.getPayload(), ownService, to.toSelf());
    } else {
      sender.sendTo(to.destination(), own.getPayload(), ownService);
    }
  }
}
