package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.net.SocketAddress;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.annotation.SelfDelivery;
import net.sf.jgcs.spi.AbstractDataSession;
import net.sf.jgcs.spread.SpGroup;
import net.sf.jgcs.spread.SpService;

/** Data session of a group of Spread; the default service is fifo. */
final class SpreadDataSession
    extends AbstractDataSession<SpreadProtocol, SpreadDataSession, SpreadControlSession, SpGroup> {
  @Override
  public Message createMessage() throws GroupException {
    onEntry();
    return new SpreadMessage();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    onEntry();
    SpreadMessage own = (SpreadMessage) message;
    SpreadService ownService = service == null ? SpreadService.FIFO : SpreadService.of(service);
    SocketAddress destination = null;
    boolean toSelf = !(service instanceof SpService named && named.discardsOwn());
    for (Annotation annotation : annotations) {
      if (annotation instanceof PointToPoint pointToPoint) {
        destination = pointToPoint.getDestination();
      } else if (annotation == SelfDelivery.DISCARD) {
        toSelf = false;
      }
    }
    controlSession
        .joinedMember()
        .send((SpreadAddress) destination, own.getPayload(), ownService, toSelf);
  }
}
