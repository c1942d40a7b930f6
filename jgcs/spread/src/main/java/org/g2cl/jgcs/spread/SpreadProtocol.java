package org.g2cl.jgcs.spread;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractProtocol;
import net.sf.jgcs.spread.SpGroup;

/** Protocol whose joined groups each have a connection to a daemon. */
final class SpreadProtocol
    extends AbstractProtocol<SpreadProtocol, SpreadDataSession, SpreadControlSession, SpGroup> {
  private final SpreadSettings settings;
  private final ThreadMaker threads;

  SpreadProtocol(SpreadSettings settings) {
    this(settings, ThreadMaker.OF_DAEMONS);
  }

  /** Creates one whose members have threads of that maker to read and to join again. */
  SpreadProtocol(SpreadSettings settings, ThreadMaker threads) {
    this.settings = settings;
    this.threads = threads;
  }

  @Override
  protected void createSessions(SpGroup group) throws GroupException {
    Names.checkedGroup(group.getGroup());
    putSessions(group, new SpreadControlSession(settings, threads), new SpreadDataSession());
  }

  @Override
  public Service lookupService(String name) throws GroupException {
    return SpreadService.named(name);
  }
}
