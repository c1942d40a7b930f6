package org.g2cl.jgcs.tck;

import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;
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
  protected synchronized void removeSessions(ToyGroup group) {
    if (!network.has(Fault.GIVES_CLOSED_SESSIONS)) {
      super.removeSessions(group);
    }
  }

  @Override
  protected void onEntry() throws GroupException {
    if (!network.has(Fault.OPENS_WHEN_CLOSED)) {
      super.onEntry();
    }
  }

  @Override
  public ControlSession openControlSession(GroupConfiguration group) throws GroupException {
    if (network.has(Fault.FORGETS_ITS_SESSIONS)) {
      createSessions((ToyGroup) group);
    }
    try {
      return super.openControlSession(group);
    } catch (ClassCastException e) {
      throw network.wrong(e);
    }
  }

  @Override
  public DataSession openDataSession(GroupConfiguration group) throws GroupException {
    try {
      return super.openDataSession(group);
    } catch (ClassCastException e) {
      throw network.wrong(e);
    }
  }

  @Override
  public Service lookupService(String serviceName) throws GroupException {
    if (network.has(Fault.CALLS_FIFO_TOTAL_ORDER) && serviceName.equals(ServiceNames.TOTAL_ORDER)) {
      return ToyService.FIFO;
    }
    try {
      return ToyService.named(serviceName);
    } catch (UnsupportedServiceException e) {
      if (network.has(Fault.TAKES_UNKNOWN_SERVICES)) {
        return ToyService.FIFO;
      }
      throw e;
    }
  }
}
