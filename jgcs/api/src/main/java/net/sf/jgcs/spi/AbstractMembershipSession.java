package net.sf.jgcs.spi;

import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipID;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.MembershipSession;

/**
 * Membership session that keeps the current view and its listener.
 *
 * @param <P> the binding's protocol
 * @param <DS> its data session
 * @param <CS> its control session
 * @param <G> its group configuration
 */
public abstract class AbstractMembershipSession<
        P extends AbstractProtocol<P, DS, CS, G>,
        DS extends AbstractDataSession<P, DS, CS, G>,
        CS extends AbstractMembershipSession<P, DS, CS, G>,
        G extends GroupConfiguration>
    extends AbstractControlSession<P, DS, CS, G> implements MembershipSession {
  /** Current view, or null when not joined. */
  protected volatile Membership membership;

  private volatile MembershipListener membershipListener;

  /** Creates a session that is not joined. */
  protected AbstractMembershipSession() {}

  /** Sets the view without telling the listener; null when not joined. */
  protected void setMembership(Membership membership) {
    this.membership = membership;
  }

  /** Sets the view, then tells the listener in this thread. */
  protected void notifyAndSetMembership(Membership membership) {
    setMembership(membership);
    notifyMembershipListener();
  }

  /** Tells the listener in this thread that the view, which is set, has changed. */
  protected void notifyMembershipListener() {
    MembershipListener listener = membershipListener;
    if (listener != null) {
      listener.onMembershipChange();
    }
  }

  /** Drops the view, then tells the listener that this member was put out of the group. */
  protected void notifyRemoved() {
    setMembership(null);
    MembershipListener listener = membershipListener;
    if (listener != null) {
      listener.onExcluded();
    }
  }

  @Override
  public Membership getMembership() throws InvalidStateException {
    Membership current = membership;
    if (current == null) {
      throw new InvalidStateException("not joined to " + group + "; join first");
    }
    return current;
  }

  @Override
  public MembershipID getMembershipID() throws InvalidStateException {
    return getMembership().getMembershipID();
  }

  @Override
  public void setMembershipListener(MembershipListener listener) {
    membershipListener = listener;
  }

  @Override
  public MembershipListener getMembershipListener() {
    return membershipListener;
  }

  @Override
  protected boolean hasAllListeners() {
    return super.hasAllListeners() && membershipListener != null;
  }
}
