package org.g2cl.jgcs.local;

import java.net.SocketAddress;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.AbstractMembershipSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Membership of a local network. */
final class LocalControlSession
    extends AbstractMembershipSession<
        LocalProtocol, LocalDataSession, LocalControlSession, LocalGroup> {
  private static final Logger LOG = LoggerFactory.getLogger(LocalControlSession.class);

  private final LocalNetwork network;
  private final String memberName;
  private volatile LocalMember member;

  LocalControlSession(LocalNetwork network, String memberName) {
    this.network = network;
    this.memberName = memberName;
  }

  @Override
  public void join() throws GroupException {
    LocalMember joining;
    lock.lock();
    try {
      onEntry();
      if (member != null) {
        throw new InvalidStateException(memberName + " is joined to " + group + " already");
      }
      joining = network.newMember(group.name(), memberName, this);
      member = joining;
    } finally {
      lock.unlock();
    }
    joining.join();
  }

  @Override
  public void leave() throws GroupException {
    lock.lock();
    try {
      onEntry();
      LocalMember leaving = joinedMember();
      member = null;
      setMembership(null);
      leaving.leave();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws GroupException {
    LocalMember current = member;
    if (current != null && current.crashed()) {
      member = null;
    }
    super.close();
  }

  @Override
  public boolean isClosed() {
    LocalMember current = member;
    return super.isClosed() || (current != null && current.crashed());
  }

  @Override
  protected void onEntry() throws GroupException {
    super.onEntry();
    LocalMember current = member;
    if (current != null && current.crashed()) {
      throw new ClosedSessionException(current.address() + " was crashed by a test");
    }
  }

  LocalMember joinedMember() throws GroupException {
    onEntry();
    LocalMember current = member;
    if (current == null) {
      throw new InvalidStateException(memberName + " is not joined to " + group + "; join first");
    }
    return current;
  }

  @Override
  public SocketAddress getLocalAddress() {
    LocalMember current = member;
    return current == null ? null : current.address();
  }

  void deliver(LocalMember receiver, Membership view) {
    if (receiver == member) {
      LOG.info("{}: {}", memberName, view);
      guarded(() -> notifyAndSetMembership(view));
    }
  }

  void deliver(LocalMember receiver, LocalMessage message, LocalService service) {
    if (receiver == member) {
      guarded(() -> dataSession.deliver(message, service));
    }
  }

  private void guarded(Runnable callback) {
    try {
      callback.run();
    } catch (RuntimeException | Error e) {
      LOG.error("{}: a listener of {} failed", memberName, group, e);
      notifyExceptionListeners(new GroupException("a listener of " + group + " failed: " + e, e));
    }
  }
}
