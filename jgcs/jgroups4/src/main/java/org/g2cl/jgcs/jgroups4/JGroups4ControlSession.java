package org.g2cl.jgcs.jgroups4;

import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.AbstractMemberSession;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.GuardedSession;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Membership of a JGroups cluster; every join has a channel of its own. */
final class JGroups4ControlSession
    extends AbstractMemberSession<
        JGroups4Protocol,
        JGroups4DataSession,
        JGroups4ControlSession,
        JGroups4Group,
        JGroups4Member>
    implements GuardedSession {
  private static final Logger LOG = LoggerFactory.getLogger(JGroups4ControlSession.class);

  private final StackSettings settings;
  private volatile Admission admission;

  JGroups4ControlSession(StackSettings settings) {
    this.settings = settings;
  }

  @Override
  public void guard(Admission next) {
    admission = next;
  }

  @Override
  protected JGroups4Member createMember() {
    return new JGroups4Member(settings, group.name(), admission, this);
  }

  @Override
  public void deliver(JGroups4Member receiver, Membership view) {
    LOG.info("{}: {}", receiver, view);
    super.deliver(receiver, view);
  }

  @Override
  protected void logFailure(JGroups4Member receiver, Throwable failure) {
    LOG.error("{}: a listener of {} failed", receiver, group, failure);
  }
}
