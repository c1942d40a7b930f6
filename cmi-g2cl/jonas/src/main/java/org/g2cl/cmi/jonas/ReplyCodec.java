package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.util.Arrays;

/** Response of a call in the form in which the copies keep it: a tag, and the value if any. */
final class ReplyCodec {
  private static final byte NOTHING = 0;
  private static final byte VALUE = 1;
  private static final byte ROLLED_BACK = 2;

  private final ValueCodec values;

  ReplyCodec(ValueCodec values) {
    this.values = values;
  }

  /** Reply of a call without a response. */
  static byte[] nothing() {
    return new byte[] {NOTHING};
  }

  byte[] write(Object response) throws IOException {
    if (response == null) {
      return nothing();
    }
    byte[] value = values.write(response);
    byte[] reply = new byte[value.length + 1];
    reply[0] = VALUE;
    System.arraycopy(value, 0, reply, 1, value.length);
    return reply;
  }

  /** Response that is kept, null for a call without one. */
  Object read(byte[] reply) throws IOException {
    return reply[0] == VALUE ? values.read(Arrays.copyOfRange(reply, 1, reply.length)) : null;
  }

  /** What is kept of a call whose transaction was rolled back at its commit. */
  static byte[] rolledBack() {
    return new byte[] {ROLLED_BACK};
  }

  static boolean isRolledBack(byte[] reply) {
    return reply[0] == ROLLED_BACK;
  }
}
