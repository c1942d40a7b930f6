package org.g2cl.jgcs.legacy;

import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.AbstractMemberSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Membership of a plug-in's group; every join has sessions of the plug-in of its own. */
final class LegacyControlSession
    extends AbstractMemberSession<
        LegacyProtocol, LegacyDataSession, LegacyControlSession, LegacyGroup, LegacyMember> {
  private static final Logger LOG = LoggerFactory.getLogger(LegacyControlSession.class);

  private final LegacySettings settings;

  LegacyControlSession(LegacySettings settings) {
    this.settings = settings;
  }

  @Override
  protected LegacyMember createMember() {
    return new LegacyMember(settings, group.name(), this);
  }

  @Override
  public void deliver(LegacyMember receiver, Membership view) {
    LOG.info("{}: {}", receiver, view);
    super.deliver(receiver, view);
  }

  void failed(LegacyMember receiver, Throwable failure) {
    LOG.warn("{}: the plug-in of {} tells a failure", receiver, group, failure);
    notifyExceptionListeners(
        new GroupException("the plug-in of " + group + " tells a failure: " + failure, failure));
  }

  @Override
  protected void logFailure(LegacyMember receiver, Throwable failure) {
    LOG.error("{}: a listener of {} failed", receiver, group, failure);
  }
}
