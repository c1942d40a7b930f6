package org.g2cl.jgcs.jgroups;

import net.sf.jgcs.Membership;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.AbstractMemberSession;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.GuardedSession;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Membership of a JGroups cluster; every join has a channel of its own. */
final class JGroupsControlSession
    extends AbstractMemberSession<
        JGroupsProtocol, JGroupsDataSession, JGroupsControlSession, JGroupsGroup, JGroupsMember>
    implements GuardedSession {
  private static final Logger LOG = LoggerFactory.getLogger(JGroupsControlSession.class);

  private final StackSettings settings;
  private volatile Admission admission;

  JGroupsControlSession(StackSettings settings) {
    this.settings = settings;
  }

  @Override
  public void guard(Admission next) {
    admission = next;
  }

  @Override
  protected JGroupsMember createMember() {
    return new JGroupsMember(settings, group.getGroupName(), admission, this);
  }

  @Override
  public void deliver(JGroupsMember receiver, Membership view) {
    LOG.info("{}: {}", receiver, view);
    super.deliver(receiver, view);
  }

  @Override
  protected void logFailure(JGroupsMember receiver, Throwable failure) {
    LOG.error("{}: a listener of {} failed", receiver, group, failure);
  }
}
