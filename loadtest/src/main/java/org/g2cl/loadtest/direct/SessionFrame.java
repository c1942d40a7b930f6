package org.g2cl.loadtest.direct;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What the owner sends to a backup at the end of a call.
 *
 * @param session id of the session
 * @param bean name of the bean
 * @param version number of changes made
 * @param request last request
 * @param reply its reply
 * @param state state, or null when the session is removed
 */
@SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
record SessionFrame(
    String session, String bean, long version, String request, byte[] reply, byte[] state) {
  private static final int REMOVED = -1;
  private static final int FIXED = 3 * Short.BYTES + Long.BYTES + 2 * Integer.BYTES;

  byte[] encode() {
    byte[] id = bytes(session);
    byte[] name = bytes(bean);
    byte[] asked = bytes(request);
    int stateLength = state == null ? 0 : state.length;
    ByteBuffer out =
        ByteBuffer.allocate(
            FIXED + id.length + name.length + asked.length + reply.length + stateLength);
    out.putShort((short) id.length).put(id);
    out.putShort((short) name.length).put(name);
    out.putLong(version);
    out.putShort((short) asked.length).put(asked);
    out.putInt(reply.length).put(reply);
    out.putInt(state == null ? REMOVED : stateLength);
    if (state != null) {
      out.put(state);
    }
    return out.array();
  }

  /**
   * Reads a frame.
   *
   * @throws IllegalArgumentException when it is none
   */
  static SessionFrame decode(byte[] array, int offset, int length) {
    ByteBuffer in = ByteBuffer.wrap(array, offset, length);
    try {
      String session = text(in);
      String bean = text(in);
      long version = in.getLong();
      String request = text(in);
      byte[] reply = bytes(in, in.getInt());
      int stateLength = in.getInt();
      byte[] state = stateLength == REMOVED ? null : bytes(in, stateLength);
      return new SessionFrame(session, bean, version, request, reply, state);
    } catch (java.nio.BufferUnderflowException e) {
      throw new IllegalArgumentException("a frame of " + length + " bytes is cut off", e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(ByteBuffer in) {
    return new String(bytes(in, in.getShort()), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException(
          "a length of %d, where %d bytes are left".formatted(length, in.remaining()));
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
