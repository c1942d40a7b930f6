package org.g2cl;

/** What a member answers in a state transfer, as one byte. */
enum StateAnswer {
  /** None came. */
  NONE(0),
  /** It will provide the state, or stand by. */
  ACCEPTED(1),
  /** It waits for a state itself. */
  RECEIVING(2),
  /** It has no state. */
  WITHOUT_STATE(3),
  /** Its state begins with the bytes that the joiner has, and the rest follows. */
  RESUMED(4),
  /** Its state is the same but its bytes are not. */
  DIFFERS(5),
  /** It has not delivered the mark yet. */
  NOT_YET(6),
  /** It knows nothing of that transfer. */
  UNKNOWN(7),
  /** It has a state, which gives way to another one after a merge. Earlier releases: none came. */
  SUPERSEDED(8);

  private final byte code;

  StateAnswer(int code) {
    this.code = (byte) code;
  }

  byte code() {
    return code;
  }

  /** Answer of that code; none when there is no such code. */
  static StateAnswer of(Object code) {
    for (StateAnswer answer : values()) {
      if (code instanceof Byte value && value == answer.code) {
        return answer;
      }
    }
    return NONE;
  }
}
