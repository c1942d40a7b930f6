package org.g2cl.jgcs.local;

import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.AbstractMemberSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Membership of a local network. */
final class LocalControlSession
    extends AbstractMemberSession<
        LocalProtocol, LocalDataSession, LocalControlSession, LocalGroup, LocalMember> {
  private static final Logger LOG = LoggerFactory.getLogger(LocalControlSession.class);

  private final LocalNetwork network;
  private final String memberName;

  LocalControlSession(LocalNetwork network, String memberName) {
    this.network = network;
    this.memberName = memberName;
  }

  @Override
  protected LocalMember createMember() {
    return network.newMember(group.name(), memberName, this);
  }

  @Override
  public void close() throws GroupException {
    LocalMember member = current();
    if (crashed(member)) {
      forget(member);
    }
    super.close();
  }

  @Override
  public boolean isClosed() {
    return super.isClosed() || crashed(current());
  }

  @Override
  protected void onEntry() throws GroupException {
    super.onEntry();
    LocalMember member = current();
    if (crashed(member)) {
      throw new ClosedSessionException(member.address() + " was crashed by a test");
    }
  }

  private static boolean crashed(LocalMember member) {
    return member != null && member.crashed();
  }

  @Override
  public void deliver(LocalMember receiver, Membership view) {
    if (receiver == current()) {
      LOG.info("{}: {}", memberName, view);
    }
    super.deliver(receiver, view);
  }

  @Override
  protected void logFailure(LocalMember receiver, Throwable failure) {
    LOG.error("{}: a listener of {} failed", memberName, group, failure);
  }
}
