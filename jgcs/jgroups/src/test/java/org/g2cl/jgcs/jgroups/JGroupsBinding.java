package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.FreePorts;
import org.g2cl.jgcs.tck.MemberProcess;
import org.g2cl.jgcs.tck.Outcast;

/** The JGroups binding for the contract suite: each member asks those that were made before it. */
final class JGroupsBinding implements Binding {
  private final List<String> peers = new ArrayList<>();
  private final List<MemberProcess> processes = new ArrayList<>();

  @Override
  public Protocol createProtocol(String memberName) throws GroupException {
    return Protocols.factory(engine(), newMember(memberName)).createProtocol();
  }

  private Map<String, String> newMember(String name) throws GroupException {
    String others = String.join(",", peers);
    int port = freePort();
    peers.add("127.0.0.1:" + port);
    return Map.of(
        ProtocolProvider.MEMBER_NAME, name,
        ProtocolProvider.BIND_PORT, Integer.toString(port),
        ProtocolProvider.PEERS, others);
  }

  static int freePort() throws GroupException {
    try {
      return FreePorts.next();
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
    return JGroupsProtocolProvider.NAME;
  }

  @Override
  public Runnable addVictim(String memberName) throws IOException {
    return start(memberName)::kill;
  }

  @Override
  public Optional<Outcast> addOutcast(String memberName) throws IOException {
    return Optional.of(start(memberName));
  }

  private MemberProcess start(String memberName) throws IOException {
    MemberProcess process = MemberProcess.start(engine(), "g", newMember(memberName));
    processes.add(process);
    return process;
  }

  @Override
  public void close() {
    processes.forEach(MemberProcess::close);
  }
}
