package org.g2cl.jgcs.jgroups;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.Service;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.AbstractProtocol;
import net.sf.jgcs.spi.jgroups.FlagService;
import net.sf.jgcs.spi.jgroups.StackSettings;

/** Protocol whose groups are channels of JGroups with the same settings. */
final class JGroupsProtocol
    extends AbstractProtocol<
        JGroupsProtocol, JGroupsDataSession, JGroupsControlSession, JGroupsGroup> {
  private final StackSettings settings;
  private final boolean sequencer;

  JGroupsProtocol(StackSettings settings, boolean sequencer) {
    this.settings = settings;
    this.sequencer = sequencer;
  }

  @Override
  protected void createSessions(JGroupsGroup group) {
    putSessions(group, new JGroupsControlSession(settings), new JGroupsDataSession());
  }

  @Override
  public Service lookupService(String name) throws GroupException {
    return FlagService.named(name, settings, sequencer);
  }
}
