package org.g2cl;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import org.g2cl.jgcs.local.LocalNetwork;

/** Members of a group on a live network in this JVM. */
final class TestGroup implements AutoCloseable {
  final LocalNetwork network = LocalNetwork.live();
  private final List<Protocol> protocols = new ArrayList<>();
  private final Map<MarshalDataSession, DataSession> engines = new HashMap<>();
  private final List<MarshalDataSession> sessions = new ArrayList<>();

  /** Session of a member, not joined yet. */
  MarshalDataSession session(String name) throws GroupException {
    return session(name, Map.of());
  }

  /** Session of a member with decorators, not joined yet. */
  MarshalDataSession session(String name, Map<String, String> settings) throws GroupException {
    return session(name, MarshalDataSessionFactory.of(settings));
  }

  /** Session of a member with decorators, not joined yet. */
  MarshalDataSession session(String name, MarshalDataSessionFactory factory) throws GroupException {
    Protocol protocol = protocol(name);
    MarshalDataSession session = factory.open(protocol, configuration());
    sessions.add(session);
    engines.put(session, protocol.openDataSession(configuration()));
    return session;
  }

  /** Session of a member with decorators of the test, not joined yet. */
  MarshalDataSession session(String name, DecoratorChain.Builder chain) throws GroupException {
    MarshalDataSession session =
        GroupMarshalDataSession.open(protocol(name), configuration(), Scheduler.live(), chain);
    sessions.add(session);
    return session;
  }

  Protocol protocol(String name) throws GroupException {
    Protocol protocol = network.factory(name).createProtocol();
    protocols.add(protocol);
    return protocol;
  }

  GroupConfiguration configuration() throws GroupException {
    return Protocols.provider("local").group("test");
  }

  /** What is below the decorators of that member: sends bytes as they are, in its name. */
  DataSession engine(MarshalDataSession session) {
    return engines.get(session);
  }

  /** Waits until all joined members are in one view of that size. */
  void awaitMembers(int size) {
    await("views of " + sessions)
        .until(
            () ->
                sessions.stream()
                    .filter(MarshalDataSession::isJoined)
                    .allMatch(s -> s.membership().getMembershipList().size() == size));
  }

  void crash(MarshalDataSession session) {
    SocketAddress address = session.localAddress();
    network.crash(address);
    sessions.remove(session);
  }

  @Override
  public void close() throws IOException {
    sessions.forEach(MarshalDataSession::close);
    for (Protocol protocol : protocols) {
      protocol.close();
    }
  }
}
