package org.g2cl.jgcs.jgroups;

import java.net.SocketAddress;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.AbstractMembershipSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Membership of a JGroups cluster; every join has a channel of its own. */
final class JGroupsControlSession
    extends AbstractMembershipSession<
        JGroupsProtocol, JGroupsDataSession, JGroupsControlSession, JGroupsGroup> {
  private static final Logger LOG = LoggerFactory.getLogger(JGroupsControlSession.class);

  private final JGroupsSettings settings;
  private volatile JGroupsMember member;

  JGroupsControlSession(JGroupsSettings settings) {
    this.settings = settings;
  }

  @Override
  public void join() throws GroupException {
    JGroupsMember joining = new JGroupsMember(settings, group.name(), this);
    lock.lock();
    try {
      onEntry();
      if (member != null) {
        throw new InvalidStateException(member + " is joined to " + group + " already");
      }
      member = joining;
    } finally {
      lock.unlock();
    }
    connect(joining);
  }

  private void connect(JGroupsMember joining) throws GroupException {
    boolean connected = false;
    try {
      joining.connect();
      connected = true;
    } finally {
      if (!connected) {
        forget(joining);
      }
    }
  }

  private void forget(JGroupsMember failed) {
    lock.lock();
    try {
      if (member == failed) {
        member = null;
        setMembership(null);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void leave() throws GroupException {
    takeOut().leave();
  }

  /** The network is left without the lock: saying good-bye waits for the others. */
  private JGroupsMember takeOut() throws GroupException {
    lock.lock();
    try {
      onEntry();
      JGroupsMember leaving = joinedMember();
      member = null;
      setMembership(null);
      return leaving;
    } finally {
      lock.unlock();
    }
  }

  JGroupsMember joinedMember() throws GroupException {
    onEntry();
    JGroupsMember current = member;
    if (current == null) {
      throw new InvalidStateException("not joined to " + group + "; join first");
    }
    return current;
  }

  @Override
  public SocketAddress getLocalAddress() {
    JGroupsMember current = member;
    return current == null ? null : current.address();
  }

  void deliver(JGroupsMember receiver, Membership view) {
    if (receiver == member) {
      LOG.info("{}: {}", receiver, view);
      guarded(receiver, () -> notifyAndSetMembership(view));
    }
  }

  void deliver(JGroupsMember receiver, JGroupsMessage message, JGroupsService service) {
    if (receiver == member) {
      guarded(receiver, () -> dataSession.deliver(message, service));
    }
  }

  /** JGroups would lose an exception of a listener without a trace. */
  private void guarded(JGroupsMember receiver, Runnable callback) {
    try {
      callback.run();
    } catch (RuntimeException | Error e) {
      LOG.error("{}: a listener of {} failed", receiver, group, e);
      notifyExceptionListeners(new GroupException("a listener of " + group + " failed: " + e, e));
    }
  }
}
