package org.g2cl.jgcs.local;

import java.io.Serial;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ProtocolFactory;

/** Factory of protocols of one network; deserialized, it finds the network by its name. */
final class LocalProtocolFactory implements ProtocolFactory {
  private static final long serialVersionUID = 1L;

  private final transient LocalNetwork network;
  private final String networkName;
  private final String memberName;

  LocalProtocolFactory(LocalNetwork network, String memberName) {
    this.network = network;
    this.networkName = network.name();
    this.memberName = memberName;
  }

  @Serial
  private Object readResolve() {
    return new LocalProtocolFactory(LocalNetwork.named(networkName), memberName);
  }

  @Override
  public Protocol createProtocol() {
    return new LocalProtocol(network, memberName);
  }

  @Override
  public String toString() {
    return "factory of '%s' on network '%s'".formatted(memberName, networkName);
  }
}
