package org.g2cl.simulate;

/**
 * What comes back to a client.
 *
 * @param text the session's state when it went well, what is wrong with the answer when there is
 *     said to be no session, else the reason
 */
record Answer(Kind kind, String text) {
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
    return new Answer(Kind.DONE, state);
  }

  static Answer of(Kind kind, String reason) {
    return new Answer(kind, reason);
  }
}
