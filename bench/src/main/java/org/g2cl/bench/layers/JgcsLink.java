package org.g2cl.bench.layers;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.Map;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.bench.worker.BenchException;

/** jGCS, unordered, point to point. */
final class JgcsLink implements Link {
  private final Protocol protocol;
  private final MembershipSession control;
  private final DataSession data;
  private final Service unordered;
  private final Turn turn = new Turn();

  private JgcsLink(Protocol protocol, MembershipSession control, DataSession data)
      throws IOException {
    this.protocol = protocol;
    this.control = control;
    this.data = data;
    this.unordered = protocol.lookupService(ServiceNames.UNORDERED);
  }

  static JgcsLink open(String engine, String groupName, Map<String, String> settings)
      throws IOException {
    ProtocolProvider provider = Protocols.provider(engine);
    Protocol protocol = provider.factory(settings).createProtocol();
    var group = provider.group(groupName);
    JgcsLink link =
        new JgcsLink(
            protocol,
            (MembershipSession) protocol.openControlSession(group),
            protocol.openDataSession(group));
    link.data.setMessageListener(
        message -> {
          SocketAddress sender = message.getSenderAddress();
          link.turn.delivered(() -> link.send(sender, Link.acknowledgement()));
          return null;
        });
    link.control.join();
    return link;
  }

  private void send(SocketAddress dest, byte[] payload) throws IOException {
    Message message = data.createMessage();
    message.setPayload(payload);
    data.multicast(message, unordered, null, new PointToPoint(dest));
  }

  @Override
  public int members() {
    try {
      return control.getMembership().getMembershipList().size();
    } catch (InvalidStateException e) {
      return 0;
    }
  }

  @Override
  public void roundTrip(byte[] payload) throws Exception {
    SocketAddress other = Others.of(control.getMembership(), control.getLocalAddress());
    turn.exchange(() -> send(other, payload));
  }

  @Override
  public void close() {
    try {
      control.close();
      protocol.close();
    } catch (IOException e) {
      throw new BenchException("a jGCS session cannot be closed: " + e, e);
    }
  }
}
