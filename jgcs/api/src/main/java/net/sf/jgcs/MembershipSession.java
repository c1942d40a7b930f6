package net.sf.jgcs;

/** Control session of an engine that knows who the members are. */
public interface MembershipSession extends ControlSession {
  /**
   * Current view.
   *
   * @throws InvalidStateException when not joined
   */
  Membership getMembership() throws InvalidStateException;

  /**
   * Identity of the current view.
   *
   * @throws InvalidStateException when not joined
   */
  MembershipID getMembershipID() throws InvalidStateException;

  /** Sets the listener of view changes; null removes it. */
  void setMembershipListener(MembershipListener listener);

  /** Listener of view changes, or null. */
  MembershipListener getMembershipListener();
}
