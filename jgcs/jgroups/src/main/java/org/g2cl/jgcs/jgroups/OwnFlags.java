package org.g2cl.jgcs.jgroups;

import org.jgroups.Message;

/**
 * What the binding says in the flags of a message, which JGroups carries as they are; checked
 * against 5.5.7.
 */
final class OwnFlags {
  /**
   * Flag of a message to all that its sender must not get. Only BARRIER, which holds messages back
   * during JGroups' own state transfer, gives it a meaning.
   */
  static final Message.Flag NOT_TO_SELF = Message.Flag.SKIP_BARRIER;

  /** Flag of a message to one that answers a request: the same bit, free in messages to one. */
  static final Message.Flag ANSWER = NOT_TO_SELF;

  /** Marks of requests are 1 to this; 0 is a request without. */
  static final int MOST_MARKS = 7;

  /** Bits that JGroups has no flag for. */
  private static final int MARK_AT = 12;

  private static final int MARKS = MOST_MARKS << MARK_AT;

  /** Bit of a pack of messages to all: one of those of marks, which only messages to one have. */
  static final short PACKED = 1 << MARK_AT;

  private OwnFlags() {}

  /** Mark of a request, which its answer repeats; 0 when there is none. */
  static int mark(Message message) {
    return (message.getFlags(false) & MARKS) >> MARK_AT;
  }

  static void setRequest(Message message, int mark) {
    set(message, mark << MARK_AT);
  }

  static void setAnswer(Message message, int mark) {
    set(message, mark << MARK_AT | ANSWER.value());
  }

  private static void set(Message message, int own) {
    int others = message.getFlags(false) & ~(MARKS | ANSWER.value());
    message.setFlag((short) (others | own), false);
  }
}
