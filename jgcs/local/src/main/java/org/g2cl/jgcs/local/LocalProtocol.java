package org.g2cl.jgcs.local;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractProtocol;

/** Protocol of one member name on a local network. */
final class LocalProtocol
    extends AbstractProtocol<LocalProtocol, LocalDataSession, LocalControlSession, LocalGroup> {
  private final LocalNetwork network;
  private final String memberName;

  LocalProtocol(LocalNetwork network, String memberName) {
    this.network = network;
    this.memberName = memberName;
  }

  @Override
  protected void createSessions(LocalGroup group) {
    putSessions(group, new LocalControlSession(network, memberName), new LocalDataSession(network));
  }

  @Override
  public Service lookupService(String name) throws GroupException {
    return LocalService.named(name);
  }
}
