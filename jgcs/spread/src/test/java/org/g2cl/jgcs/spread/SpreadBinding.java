package org.g2cl.jgcs.spread;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spread.SpGroup;
import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.Outcast;

/** The Spread binding for the contract suite: members go round the daemons, in a group per test. */
final class SpreadBinding implements Binding {
  /** Environment variable with real daemons, {@code host:port,host:port}. */
  static final String HOSTS = "SPREAD_HOSTS";

  private final List<String> daemons;
  private final InTestDaemon own;
  private final String group = "g" + UUID.randomUUID().toString().substring(0, 8);
  private final List<Protocol> victims = new ArrayList<>();
  private int members;

  private SpreadBinding(List<String> daemons, InTestDaemon own) {
    this.daemons = daemons;
    this.own = own;
  }

  static SpreadBinding onInTestDaemon() throws IOException {
    InTestDaemon daemon = InTestDaemon.start();
    return new SpreadBinding(List.of(daemon.address()), daemon);
  }

  static SpreadBinding onRealDaemons() {
    String hosts = System.getenv().getOrDefault(HOSTS, "");
    assumeTrue(
        !hosts.isBlank(),
        "set " + HOSTS + "=host:port,host:port to run this against real Spread daemons");
    return new SpreadBinding(List.of(hosts.split(",", -1)), null);
  }

  @Override
  public Protocol createProtocol(String memberName) throws GroupException {
    String daemon = daemons.get(members++ % daemons.size());
    return Protocols.factory(
            "spread",
            Map.of(ProtocolProvider.MEMBER_NAME, memberName, ProtocolProvider.PEERS, daemon))
        .createProtocol();
  }

  @Override
  public GroupConfiguration group() {
    return new SpGroup(group);
  }

  @Override
  public String engine() {
    return "spread";
  }

  @Override
  public Runnable addVictim(String memberName) throws GroupException {
    Protocol protocol = createVictim(memberName);
    victims.add(protocol);
    SpreadControlSession victim = (SpreadControlSession) protocol.openControlSession(group());
    victim.join();
    SpreadMember member = victim.joinedMember();
    return member::abort;
  }

  private Protocol createVictim(String memberName) throws GroupException {
    return Protocols.factory(
            "spread",
            Map.of(
                ProtocolProvider.MEMBER_NAME,
                memberName,
                ProtocolProvider.PEERS,
                daemons.get(members++ % daemons.size()),
                SpreadSettings.RECONNECT_TIMEOUT,
                "PT0S"))
        .createProtocol();
  }

  @Override
  public Optional<Outcast> addOutcast(String memberName) throws GroupException {
    if (own == null) {
      return Optional.empty(); // nobody but the user may break the network of real daemons
    }
    Protocol protocol = createProtocol(memberName);
    victims.add(protocol);
    SpreadControlSession outcast = (SpreadControlSession) protocol.openControlSession(group());
    outcast.join();
    return Optional.of(new OnInTestDaemon(own, outcast.joinedMember().address()));
  }

  private record OnInTestDaemon(InTestDaemon daemon, SpreadAddress address) implements Outcast {
    @Override
    public void cutOff() {
      daemon.cutOff(address.privateGroup());
    }

    @Override
    public void letBack() {
      daemon.letBack();
    }
  }

  @Override
  public void close() throws IOException {
    for (Protocol victim : victims) {
      victim.close();
    }
    if (own != null) {
      own.close();
    }
  }
}
