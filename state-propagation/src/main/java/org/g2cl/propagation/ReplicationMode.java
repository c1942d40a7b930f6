package org.g2cl.propagation;

/** How many copies an update gets besides the owner's, and how many of them a call waits for. */
public enum ReplicationMode {
  /** As many as configured; a call waits for all of them, and goes on with one if it must. */
  SYNCHRONOUS,
  /**
   * As many as make a majority of the view's members with the owner; a call that cannot have them
   * fails, while there are members in the view.
   */
  MAJORITY,
  /** One on every member of the view that stays; a call that cannot have them fails. */
  ALL,
  /**
   * As many as configured; a call does not wait. What the owner has acknowledged and no backup has
   * received yet is lost when the owner fails: the time of a message in one direction, or more
   * where a backup is slow, up to {@value Backlog#LIMIT} updates of a member. Calls whose
   * transaction writes markers wait as in {@link #SYNCHRONOUS}, since others decide by their update
   * what became of them.
   */
  ASYNCHRONOUS
}
