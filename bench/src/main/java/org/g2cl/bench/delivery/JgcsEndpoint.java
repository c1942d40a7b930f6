package org.g2cl.bench.delivery;

import java.io.IOException;
import java.util.Map;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.bench.worker.BenchException;

/** Member that calls jGCS. */
final class JgcsEndpoint implements Endpoint {
  private final Protocol protocol;
  private final MembershipSession control;
  private final DataSession data;
  private final Service totalOrder;

  private JgcsEndpoint(
      Protocol protocol, MembershipSession control, DataSession data, Service totalOrder) {
    this.protocol = protocol;
    this.control = control;
    this.data = data;
    this.totalOrder = totalOrder;
  }

  static JgcsEndpoint join(
      String engine, String groupName, Map<String, String> settings, Receiver receiver)
      throws GroupException, IOException {
    ProtocolProvider provider = Protocols.provider(engine);
    Protocol protocol = provider.factory(settings).createProtocol();
    var group = provider.group(groupName);
    ControlSession control = protocol.openControlSession(group);
    DataSession data = protocol.openDataSession(group);
    data.setMessageListener(
        message -> {
          receiver.delivered(message.getSenderAddress().hashCode(), message.getPayload()[0]);
          return null;
        });
    control.join();
    return new JgcsEndpoint(
        protocol,
        (MembershipSession) control,
        data,
        protocol.lookupService(ServiceNames.TOTAL_ORDER));
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
  public void multicast(byte[] payload) throws IOException {
    Message message = data.createMessage();
    message.setPayload(payload);
    data.multicast(message, totalOrder, null);
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
