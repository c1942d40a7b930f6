package net.sf.jgcs;

/**
 * Listener of view changes of a {@link MembershipSession}; called one at a time.
 *
 * <p>A view is delivered before the messages of its new members. A listener that does not return
 * within 200 ms may be overtaken by unordered ones.
 */
public interface MembershipListener {
  /** Says that a new view is installed; it may be read from within. */
  void onMembershipChange();

  /** Says that this member was put out of the group against its will, and may join again. */
  void onExcluded();
}
