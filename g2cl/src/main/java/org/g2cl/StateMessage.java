package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/**
 * Form of the messages of a state transfer: operation, transfer id, and what the operation needs.
 */
final class StateMessage {
  /** Asks a member to provide the state at the mark of that id. */
  static final int NOMINATE = 1;

  /** Marks the point of the total order at which the snapshot is taken. */
  static final int MARK = 2;

  /** Carries a part of the state: flag, offset, bytes; of one that failed the reason. */
  static final int CHUNK = 3;

  /** Asks a member to keep its snapshot of the mark ready, in case the provider goes. */
  static final int STAND_BY = 4;

  /** Asks a stand-by to go on: offset, checksum of the bytes before it. */
  static final int RESUME = 5;

  /** Tells a stand-by that it is needed no more. */
  static final int DONE = 6;

  /** Asks for an answer once all is delivered that was begun to be sent in fragments. */
  static final int SETTLE = 7;

  /** Asks a member to provide the state also when it gives way to another one after a merge. */
  static final int NOMINATE_ANYWAY = 8;

  /** Flags of a chunk. */
  static final int MORE = 0;

  static final int LAST = 1;
  static final int FAILED = 2;

  static final int HEADER = 9;
  static final int CHUNK_HEADER = HEADER + 1 + Long.BYTES;

  private static final int MAX_REASON = 1024;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
  private static final int RESUME_LENGTH = HEADER + 2 * Long.BYTES;

  private StateMessage() {}

  static byte[] of(int operation, long id) {
    return ByteBuffer.allocate(HEADER).put((byte) operation).putLong(id).array();
  }

  static byte[] resume(long id, long offset, long checksum) {
    return ByteBuffer.allocate(RESUME_LENGTH)
        .put((byte) RESUME)
        .putLong(id)
        .putLong(offset)
        .putLong(checksum)
        .array();
  }

  static void writeChunkHeader(byte[] target, long id, int flag, long offset) {
    ByteBuffer.wrap(target).put((byte) CHUNK).putLong(id).put((byte) flag).putLong(offset);
  }

  /** Form of why a state failed, cut to a bounded length. */
  static byte[] reason(String text) {
    String head = text.length() > MAX_REASON ? text.substring(0, MAX_REASON) : text;
    return head.getBytes(UTF_8);
  }

  /** Reads why a state failed, which members of earlier releases do not say. */
  static String reason(ByteBuffer body) {
    boolean told = body.hasRemaining() && body.remaining() <= MAX_REASON * 3; // UTF-8 of a char
    return told ? printable(UTF_8.decode(body)) : "it could not write its state; its log says why";
  }

  /** What another member says goes into the log, in one line. */
  private static String printable(CharSequence text) {
    return CONTROL.matcher(text).replaceAll(" ");
  }

  /** Checks that the operation is known and all that it needs is there. */
  static void check(ByteBuffer message) throws MalformedFrameException {
    int needed = message.hasRemaining() ? needed(message.get(message.position())) : HEADER;
    if (message.remaining() < needed) {
      throw new MalformedFrameException("truncated state transfer message");
    }
  }

  private static int needed(int operation) throws MalformedFrameException {
    return switch (operation) {
      case NOMINATE, NOMINATE_ANYWAY, MARK, STAND_BY, DONE, SETTLE -> HEADER;
      case CHUNK -> CHUNK_HEADER;
      case RESUME -> RESUME_LENGTH;
      default -> throw new MalformedFrameException("unknown operation " + operation);
    };
  }
}
