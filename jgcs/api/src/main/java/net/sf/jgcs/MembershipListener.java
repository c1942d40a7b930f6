package net.sf.jgcs;

/**
 * Listener of view changes of a {@link MembershipSession}; called one at a time.
 *
 * <p>A view is delivered before the messages of its new members, and these wait until the listener
 * has returned, but not longer than 200 ms: then they may overtake it, whatever their service. A
 * listener that takes longer hands its work to another thread.
 */
public interface MembershipListener {
  /** Says that a new view is installed; it may be read from within. */
  void onMembershipChange();

  /** Says that this member was put out of the group against its will, and may join again. */
  void onExcluded();
}
