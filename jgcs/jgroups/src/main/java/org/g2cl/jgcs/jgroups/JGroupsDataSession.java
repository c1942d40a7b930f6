package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.AbstractDataSession;
import net.sf.jgcs.spi.Addressing;
import net.sf.jgcs.spi.jgroups.FlagService;

/** Data session of a JGroups cluster; the default service is fifo. */
final class JGroupsDataSession
    extends AbstractDataSession<
        JGroupsProtocol, JGroupsDataSession, JGroupsControlSession, JGroupsGroup> {
  @Override
  public Message createMessage() throws GroupException {
    onEntry();
    return new JGroupsMessage();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    onEntry();
    JGroupsMessage own = (JGroupsMessage) message;
    FlagService ownService = service == null ? FlagService.FIFO : (FlagService) service;
    Addressing to = Addressing.of(annotations);
    JGroupsMember sender = controlSession.joinedMember();
    if (to.destination() == null) {
      sender.sendToAll(own, ownService, to.toSelf());
    } else {
      sender.sendTo((JGroupsAddress) to.destination(), own, ownService);
    }
  }
}
