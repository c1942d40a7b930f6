package org.g2cl.jgcs.jgroups4;

import java.io.IOException;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractDataSession;
import net.sf.jgcs.spi.Addressing;
import net.sf.jgcs.spi.jgroups.FlagService;

/** Data session of a JGroups cluster; the default service is fifo. */
final class JGroups4DataSession
    extends AbstractDataSession<
        JGroups4Protocol, JGroups4DataSession, JGroups4ControlSession, JGroups4Group> {
  @Override
  public Message createMessage() throws GroupException {
    onEntry();
    return new JGroups4Message();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    onEntry();
    JGroups4Message own = (JGroups4Message) message;
    FlagService ownService = service == null ? FlagService.FIFO : (FlagService) service;
    Addressing to = Addressing.of(annotations);
    JGroups4Member sender = controlSession.joinedMember();
    if (to.destination() == null) {
      sender.sendToAll(own, ownService, to.toSelf());
    } else {
      sender.sendTo((JGroups4Address) to.destination(), own.getPayload(), ownService);
    }
  }
}
