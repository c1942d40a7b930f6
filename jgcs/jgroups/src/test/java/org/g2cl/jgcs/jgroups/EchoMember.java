package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.ProtocolProvider;

/** Member in a process of its own that sends requests back; it ends when its input does. */
final class EchoMember {
  static final byte REQUEST = 1;
  static final byte REPLY = 2;

  private final Protocol protocol;
  private final Service service;
  private final DataSession data;

  private EchoMember(String name, String port, String peers, String service, String stack)
      throws GroupException {
    protocol =
        Protocols.factory(
                "jgroups",
                Map.of(
                    ProtocolProvider.MEMBER_NAME,
                    name,
                    ProtocolProvider.BIND_PORT,
                    port,
                    ProtocolProvider.PEERS,
                    peers,
                    ProtocolProvider.STACK,
                    stack))
            .createProtocol();
    this.service = protocol.lookupService(service);
    JGroupsGroup group = new JGroupsGroup("g");
    data = protocol.openDataSession(group);
    data.setMessageListener(this::onMessage);
    MembershipSession control = (MembershipSession) protocol.openControlSession(group);
    control.join();
  }

  private Object onMessage(Message message) {
    byte[] payload = message.getPayload();
    if (payload.length > 0 && payload[0] == REQUEST) {
      try {
        Message reply = data.createMessage();
        byte[] answer = payload.clone();
        answer[0] = REPLY;
        reply.setPayload(answer);
        data.multicast(reply, service, null, new PointToPoint(message.getSenderAddress()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return null;
  }

  /** Joins with the arguments name, port, peers; a fourth one names the service of the replies. */
  public static void main(String[] args) throws IOException {
    EchoMember member =
        new EchoMember(
            args[0],
            args[1],
            args[2],
            args.length > 3 ? args[3] : ServiceNames.UNORDERED,
            args.length > 4 ? args[4] : "");
    System.in.readAllBytes();
    member.protocol.close();
  }
}
