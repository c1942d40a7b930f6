package org.g2cl.bench.delivery;

import java.io.IOException;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;
import org.g2cl.bench.worker.BenchException;

/** Member that calls G2CL. */
final class G2clEndpoint implements Endpoint {
  private static final int SERVICE_ID = 9;

  private final Protocol protocol;
  private final MarshalDataSession session;

  private G2clEndpoint(Protocol protocol, MarshalDataSession session) {
    this.protocol = protocol;
    this.session = session;
  }

  static G2clEndpoint join(
      String engine, String group, Map<String, String> settings, Receiver receiver)
      throws GroupException {
    ProtocolProvider provider = Protocols.provider(engine);
    Protocol protocol = provider.factory(settings).createProtocol();
    MarshalDataSession session = MarshalDataSession.open(protocol, provider.group(group));
    session.register(
        SERVICE_ID,
        message ->
            receiver.delivered(
                message.getSender().hashCode(), message.getArray()[message.getOffset()]));
    session.join();
    return new G2clEndpoint(protocol, session);
  }

  @Override
  public int members() {
    return session.isJoined() ? session.membership().getMembershipList().size() : 0;
  }

  @Override
  public void multicast(byte[] payload) throws GroupException {
    session.send(new G2CLMessage(null, payload), SERVICE_ID, ServiceNames.TOTAL_ORDER);
  }

  @Override
  public void close() {
    session.close();
    try {
      protocol.close();
    } catch (IOException e) {
      throw new BenchException("a protocol cannot be closed: " + e, e);
    }
  }
}
