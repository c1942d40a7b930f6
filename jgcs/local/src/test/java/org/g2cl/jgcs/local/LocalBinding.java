package org.g2cl.jgcs.local;

import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.Outcast;

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
    SocketAddress victim = joined(memberName);
    return () -> network.crash(victim);
  }

  @Override
  public Optional<Outcast> addOutcast(String memberName) throws GroupException {
    SocketAddress outcast = joined(memberName);
    return Optional.of(
        new Outcast() {
          @Override
          public void cutOff() {
            network.partition(List.of(outcast));
          }

          @Override
          public void letBack() {
            network.heal();
          }
        });
  }

  private SocketAddress joined(String memberName) throws GroupException {
    ControlSession member = createProtocol(memberName).openControlSession(group());
    member.join();
    return member.getLocalAddress();
  }

  @Override
  public void close() {}
}
