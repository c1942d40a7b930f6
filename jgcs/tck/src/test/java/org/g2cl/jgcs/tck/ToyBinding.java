package org.g2cl.jgcs.tck;

import java.util.Optional;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;

/** Toy engine with one fault or none. */
final class ToyBinding implements Binding {
  private final ToyNetwork network;

  private ToyBinding(Fault fault) {
    network = new ToyNetwork(fault);
  }

  /** Makes the engine that {@link ToyProvider} finds have the fault, too. */
  static ToyBinding with(Fault fault) {
    ToyProvider.FAULT.set(fault);
    return new ToyBinding(fault);
  }

  @Override
  public Protocol createProtocol(String memberName) {
    return new ToyProtocol(network, memberName);
  }

  @Override
  public GroupConfiguration group() {
    return new ToyGroup("g");
  }

  @Override
  public String engine() {
    return ToyProvider.NAME;
  }

  @Override
  public Runnable addVictim(String memberName) throws GroupException {
    return newMember(memberName)::crash;
  }

  private ToyMember newMember(String memberName) throws GroupException {
    ToyControlSession session =
        (ToyControlSession) createProtocol(memberName).openControlSession(group());
    session.join();
    return session.joinedMember();
  }

  @Override
  public Optional<Outcast> addOutcast(String memberName) throws GroupException {
    ToyMember member = newMember(memberName);
    return Optional.of(
        new Outcast() {
          @Override
          public void cutOff() {
            network.cutOff(member);
          }

          @Override
          public void letBack() {
            network.letBack(member);
          }
        });
  }

  @Override
  public void close() {}
}
