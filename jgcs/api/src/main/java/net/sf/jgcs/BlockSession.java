package net.sf.jgcs;

/** Membership session of an engine that asks members to stop sending before a view changes. */
public interface BlockSession extends MembershipSession {
  /**
   * Says that this member stops sending until the next view.
   *
   * @throws InvalidStateException when not joined or not asked to block
   */
  void blockOk() throws InvalidStateException, GroupException;

  /**
   * Tells whether sending is blocked.
   *
   * @throws InvalidStateException when not joined
   */
  boolean isBlocked() throws InvalidStateException;

  /** Sets the listener that is asked to block; null removes it. */
  void setBlockListener(BlockListener listener) throws GroupException;

  /** Listener that is asked to block, or null. */
  BlockListener getBlockListener();
}
