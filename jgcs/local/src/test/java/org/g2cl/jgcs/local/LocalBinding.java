package org.g2cl.jgcs.local;

import java.net.SocketAddress;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import org.g2cl.jgcs.tck.Binding;

/** The local binding for the contract suite: a live network per test. */
final class LocalBinding implements Binding {
  private final LocalNetwork network = LocalNetwork.live();

  @Override
  public Protocol createProtocol(String memberName) throws GroupException {
    return network.factory(memberName).createProtocol();
  }

  @Override
  public GroupConfiguration group() {
    return new LocalGroup("contract");
  }

  @Override
  public String engine() {
    return "local";
  }

  @Override
  public Runnable addVictim(String memberName) throws GroupException {
    ControlSession victim = createProtocol(memberName).openControlSession(group());
    victim.join();
    SocketAddress address = victim.getLocalAddress();
    return () -> network.crash(address);
  }

  @Override
  public void close() {}
}
