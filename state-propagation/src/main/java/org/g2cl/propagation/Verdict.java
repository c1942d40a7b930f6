package org.g2cl.propagation;

/**
 * A member's answer to a message about a session; on the wire one byte, and one for the release of
 * the format that the member knows, see {@link Releases}.
 */
enum Verdict {
  /** Done, or done before. */
  ACK(0),
  /** Refused: a higher epoch is known here. */
  STALE(1),
  /**
   * Not taken. Of a change: its base is not here, send the whole content. Of a floor: a view is
   * being formed, tell it again. Of what became of a view: it is not this member's view. Of what a
   * holder has: its content is wanted, or counts here.
   */
  NEED_COPY(2),
  /** Refused: the sender was put out of the group. */
  STRANGER(3),
  /** Not known yet, ask again; who does not know it takes it for no answer. */
  LATER(4);

  private static final Verdict[] ALL = values();

  private final int code;

  Verdict(int code) {
    this.code = code;
  }

  /** Wire form. */
  byte[] bytes() {
    return new byte[] {(byte) code, Releases.OWN};
  }

  /** Verdict of that wire form, or null when there is none or it cannot be read. */
  static Verdict of(byte[] answer) {
    for (Verdict verdict : ALL) {
      if (answer != null && answer.length > 0 && answer[0] == verdict.code) {
        return verdict;
      }
    }
    return null;
  }
}
