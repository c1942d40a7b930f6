package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.Binding;

/** The JGroups binding for the contract suite: each member asks those that were made before it. */
final class JGroupsBinding implements Binding {
  private final List<String> peers = new ArrayList<>();
  private final List<Process> victims = new ArrayList<>();

  @Override
  public Protocol createProtocol(String memberName) throws GroupException {
    String others = String.join(",", peers);
    int port = freePort();
    peers.add("127.0.0.1:" + port);
    return Protocols.factory(
            "jgroups",
            Map.of(
                ProtocolProvider.MEMBER_NAME, memberName,
                ProtocolProvider.BIND_PORT, Integer.toString(port),
                ProtocolProvider.PEERS, others))
        .createProtocol();
  }

  static int freePort() throws GroupException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    } catch (IOException e) {
      throw new GroupException("no free port", e);
    }
  }

  @Override
  public GroupConfiguration group() {
    return new JGroupsGroup("g");
  }

  @Override
  public String engine() {
    return "jgroups";
  }

  @Override
  public Runnable addVictim(String memberName) throws IOException {
    Process process = MemberProcess.start(memberName, 0, String.join(",", peers));
    victims.add(process);
    return process::destroyForcibly;
  }

  @Override
  public void close() {
    victims.forEach(Process::destroyForcibly);
  }
}
