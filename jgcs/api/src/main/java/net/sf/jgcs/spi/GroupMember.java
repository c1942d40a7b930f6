package net.sf.jgcs.spi;

import java.net.SocketAddress;
import net.sf.jgcs.GroupException;

/**
 * One membership as an engine has it, from joining to leaving; not used again afterwards.
 *
 * <p>An addition to jGCS 0.8.
 */
public interface GroupMember {
  /** Joins the group; the first view is delivered before it returns. Called once, without locks. */
  void join() throws GroupException;

  /**
   * Leaves the group and releases everything; called without locks, after {@link #join()} returned,
   * and once unless {@link #cancelJoin()} does the same.
   */
  void leave();

  /**
   * Hears that the session was left while {@link #join()} runs, in another thread or, from within a
   * listener, in the same one; it may end it. When it succeeds all the same, {@link #leave()}
   * follows.
   */
  default void cancelJoin() {}

  /** Address of this member, or null before it joined. */
  SocketAddress address();
}
