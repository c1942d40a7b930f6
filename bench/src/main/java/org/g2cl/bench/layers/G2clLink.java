package org.g2cl.bench.layers;

import java.net.SocketAddress;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ServiceNames;
import org.g2cl.G2CLMessage;
import org.g2cl.MarshalDataSession;

/** G2CL's MarshalDataSession, unordered, point to point. */
final class G2clLink implements Link {
  private static final int SERVICE_ID = 9;

  private final Turn turn = new Turn();
  private G2clGroup group;

  private G2clLink() {}

  static G2clLink open(String engine, String group, Map<String, String> settings)
      throws GroupException {
    G2clLink link = new G2clLink();
    link.group = G2clGroup.join(engine, group, settings, link::register);
    return link;
  }

  private void register(MarshalDataSession session) {
    session.register(
        SERVICE_ID,
        message ->
            turn.delivered(() -> send(session, message.getSender(), Link.acknowledgement())));
  }

  private static void send(MarshalDataSession session, SocketAddress dest, byte[] payload)
      throws GroupException {
    session.send(new G2CLMessage(dest, payload), SERVICE_ID, ServiceNames.UNORDERED);
  }

  @Override
  public int members() {
    return group.members();
  }

  @Override
  public void roundTrip(byte[] payload) throws Exception {
    MarshalDataSession session = group.session();
    SocketAddress other = Others.of(session.membership(), session.localAddress());
    turn.exchange(() -> send(session, other, payload));
  }

  @Override
  public void close() {
    group.close();
  }
}
