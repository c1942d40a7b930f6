package org.g2cl.simulate;

/**
 * What comes back to a client.
 *
 * @param text the session's state when it went well, what is wrong with the answer when there is
 *     said to be no session, else the reason
 * @param mayBeOld whether the state may be older than what others were told already
 */
record Answer(Kind kind, String text, boolean mayBeOld) {
  enum Kind {
    /** Executed, now or before. */
    DONE,
    /** There is no such session. */
    UNKNOWN,
    /** Not executed here; to be tried elsewhere. */
    ELSEWHERE,
    /** The connection was refused or broke. */
    BROKEN,
    /** Nothing came in time. */
    SILENT
  }

  static Answer done(String state) {
    return new Answer(Kind.DONE, state, false);
  }

  /** As {@link #done}, of a state that may be older than what others were told already. */
  static Answer perhapsOld(String state) {
    return new Answer(Kind.DONE, state, true);
  }

  static Answer of(Kind kind, String reason) {
    return new Answer(kind, reason, false);
  }
}
