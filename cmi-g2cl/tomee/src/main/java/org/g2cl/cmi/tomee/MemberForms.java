package org.g2cl.cmi.tomee;

/**
 * Numbers by which members announce in which forms they read states and replies; a number says
 * that, and all that lower ones say.
 */
final class MemberForms {
  /** States as {@link StateGraphs} writes them. */
  static final byte GRAPHS = StateGraphs.VERSION;

  /** Replies with the number of their method, too. */
  static final byte NUMBERED_REPLIES = 3;

  /** What this release announces. */
  static final byte NEWEST = NUMBERED_REPLIES;

  private MemberForms() {}
}
