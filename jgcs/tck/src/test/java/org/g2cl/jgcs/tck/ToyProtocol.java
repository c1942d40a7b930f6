package org.g2cl.jgcs.tck;

import net.sf.jgcs.ControlSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractProtocol;

final class ToyProtocol
    extends AbstractProtocol<ToyProtocol, ToyDataSession, ToyControlSession, ToyGroup> {
  private final ToyNetwork network;
  private final String name;

  ToyProtocol(ToyNetwork network, String name) {
    this.network = network;
    this.name = name;
  }

  @Override
  protected void createSessions(ToyGroup group) {
    putSessions(group, new ToyControlSession(network, name), new ToyDataSession(network));
  }

  @Override
  public ControlSession openControlSession(GroupConfiguration group) throws GroupException {
    if (network.has(Fault.FORGETS_ITS_SESSIONS)) {
      createSessions((ToyGroup) group);
    }
    try {
      return super.openControlSession(group);
    } catch (ClassCastException e) {
      if (network.has(Fault.WRAPS_CLASS_CAST_EXCEPTIONS)) {
        throw new GroupException("wrong class", e);
      }
      throw e;
    }
  }

  @Override
  public Service lookupService(String serviceName) throws GroupException {
    return ToyService.named(serviceName);
  }
}
