package org.g2cl.jgcs.spread;

import java.io.IOException;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractDataSession;
import net.sf.jgcs.spi.Addressing;
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
    Addressing to = Addressing.of(annotations);
    boolean toSelf = to.toSelf() && !(service instanceof SpService named && named.discardsOwn());
    controlSession
        .joinedMember()
        .send((SpreadAddress) to.destination(), own.getPayload(), ownService, toSelf);
  }
}
