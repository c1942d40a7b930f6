package org.g2cl;

import java.nio.ByteBuffer;

/** Form of the messages of a state transfer: operation, transfer id, and for a chunk a flag. */
final class StateMessage {
  /** Asks a member to provide the state at the mark of that id. */
  static final int NOMINATE = 1;

  /** Marks the point of the total order at which the snapshot is taken. */
  static final int MARK = 2;

  /** Carries a part of the state. */
  static final int CHUNK = 3;

  static final int MORE = 0;
  static final int LAST = 1;
  static final int FAILED = 2;
  static final int CHUNK_HEADER = 10;

  private static final int HEADER = 9;

  private StateMessage() {}

  static byte[] of(int operation, long id) {
    return ByteBuffer.allocate(HEADER).put((byte) operation).putLong(id).array();
  }

  static void writeChunkHeader(byte[] target, long id, int flag) {
    ByteBuffer.wrap(target).put((byte) CHUNK).putLong(id).put((byte) flag);
  }

  static boolean complete(ByteBuffer message) {
    return message.remaining() >= HEADER
        && (message.get(message.position()) != CHUNK || message.remaining() >= CHUNK_HEADER);
  }
}
