package org.g2cl.jgcs.jgroups4;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.AbstractProtocol;
import net.sf.jgcs.spi.jgroups.FlagService;
import net.sf.jgcs.spi.jgroups.StackSettings;

/** Protocol whose groups are channels of JGroups with the same settings. */
final class JGroups4Protocol
    extends AbstractProtocol<
        JGroups4Protocol, JGroups4DataSession, JGroups4ControlSession, JGroups4Group> {
  private final StackSettings settings;
  private final boolean sequencer;

  JGroups4Protocol(StackSettings settings, boolean sequencer) {
    this.settings = settings;
    this.sequencer = sequencer;
  }

  @Override
  protected void createSessions(JGroups4Group group) {
    putSessions(group, new JGroups4ControlSession(settings), new JGroups4DataSession());
  }

  @Override
  public Service lookupService(String name) throws GroupException {
    return FlagService.named(name, settings, sequencer);
  }
}
