package org.g2cl.bench.layers;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.MarshalDataSession;
import org.g2cl.bench.worker.BenchException;

/**
 * Membership by G2CL.
 *
 * @param protocol opened for it alone
 * @param session joined
 */
public record G2clGroup(Protocol protocol, MarshalDataSession session) implements AutoCloseable {
  /** Joins a group after services were registered. */
  public static G2clGroup join(
      String engine,
      String group,
      Map<String, String> settings,
      Consumer<MarshalDataSession> register)
      throws GroupException {
    ProtocolProvider provider = Protocols.provider(engine);
    Protocol protocol = provider.factory(settings).createProtocol();
    MarshalDataSession session = MarshalDataSession.open(protocol, provider.group(group));
    register.accept(session);
    session.join();
    return new G2clGroup(protocol, session);
  }

  /** Members of the current view; 0 when not joined. */
  public int members() {
    return session.isJoined() ? session.membership().getMembershipList().size() : 0;
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
