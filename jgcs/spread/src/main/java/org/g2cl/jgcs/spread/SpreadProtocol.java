package org.g2cl.jgcs.spread;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractProtocol;

/** Protocol whose joined groups each have a connection to a daemon. */
final class SpreadProtocol
    extends AbstractProtocol<SpreadProtocol, SpreadDataSession, SpreadControlSession, SpreadGroup> {
  private final SpreadSettings settings;

  SpreadProtocol(SpreadSettings settings) {
    this.settings = settings;
  }

  @Override
  protected void createSessions(SpreadGroup group) {
    putSessions(group, new SpreadControlSession(settings), new SpreadDataSession());
  }

  @Override
  public Service lookupService(String name) throws GroupException {
    return SpreadService.named(name);
  }
}
