package org.g2cl.bench.layers;

import java.net.SocketAddress;
import java.util.Map;
import net.sf.jgcs.GroupException;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.MessageDispatcher;
import org.g2cl.RequestOptions;

/** G2CL's MessageDispatcher. */
final class DispatcherLink implements Link {
  private static final int SERVICE_ID = 9;

  private final RequestOptions options;
  private G2clGroup group;
  private MessageDispatcher dispatcher;

  private DispatcherLink(RequestOptions options) {
    this.options = options;
  }

  static DispatcherLink open(
      String engine, String group, Map<String, String> settings, String service, boolean direct)
      throws GroupException {
    DispatcherLink link = new DispatcherLink(RequestOptions.SYNC().service(service));
    link.group =
        G2clGroup.join(
            engine,
            group,
            settings,
            session ->
                link.dispatcher =
                    new MessageDispatcher(session, SERVICE_ID, message -> Link.acknowledgement())
                        .directDispatching(direct));
    return link;
  }

  @Override
  public int members() {
    return group.members();
  }

  @Override
  public void roundTrip(byte[] payload) throws Exception {
    MarshalDataSession session = group.session();
    SocketAddress other = Others.of(session.membership(), session.localAddress());
    byte[] answer = dispatcher.sendMessage(new G2CLMessage(other, payload), options);
    if (answer.length != 1) {
      throw new IllegalStateException("answer of " + answer.length + " bytes");
    }
  }

  @Override
  public void close() {
    dispatcher.close();
    group.close();
  }
}
