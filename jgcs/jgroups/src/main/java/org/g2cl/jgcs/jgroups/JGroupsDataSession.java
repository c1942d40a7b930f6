package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.net.SocketAddress;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.annotation.SelfDelivery;
import net.sf.jgcs.spi.AbstractDataSession;

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
    JGroupsService ownService = service == null ? JGroupsService.FIFO : (JGroupsService) service;
    SocketAddress destination = null;
    boolean toSelf = true;
    for (Annotation annotation : annotations) {
      if (annotation instanceof PointToPoint pointToPoint) {
        destination = pointToPoint.getDestination();
      } else if (annotation == SelfDelivery.DISCARD) {
        toSelf = false;
      }
    }
    JGroupsMember sender = controlSession.joinedMember();
    if (destination == null) {
      sender.sendToAll(own.getPayload(), ownService, toSelf);
    } else {
      sender.sendTo((JGroupsAddress) destination, own.getPayload(), ownService);
    }
  }

  void deliver(JGroupsMessage message, JGroupsService service) {
    notifyListeners(message, service);
  }
}
