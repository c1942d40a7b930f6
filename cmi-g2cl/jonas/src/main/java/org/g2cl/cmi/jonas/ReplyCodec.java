package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Response of a call in the form in which the copies keep it: a tag, and the value if any.
 *
 * <p>The values that most methods return have tags of their own: an object stream costs more than
 * all else that is done with a response of four bytes.
 */
final class ReplyCodec {
  private static final byte NOTHING = 0;
  private static final byte VALUE = 1;
  private static final byte ROLLED_BACK = 2;
  private static final byte TEXT = 3;
  private static final byte INTEGER = 4;
  private static final byte LONG = 5;
  private static final byte BOOLEAN = 6;
  private static final byte FAILED = 7;
  private static final byte LOST = 8;
  private static final byte IN_PART = 9;
  private static final byte IN_DOUBT = 10;
  private static final byte FOR_CALLER = 11;

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
    if (response instanceof Integer number) {
      return tagged(INTEGER, Integer.BYTES).putInt(number).array();
    }
    if (response instanceof Long number) {
      return tagged(LONG, Long.BYTES).putLong(number).array();
    }
    if (response instanceof Boolean is) {
      return new byte[] {BOOLEAN, (byte) (is ? 1 : 0)};
    }
    byte[] text = response instanceof String string ? utf8(string) : null;
    byte[] value = text == null ? values.write(response) : text;
    return tagged(text == null ? VALUE : TEXT, value.length).put(value).array();
  }

  private static ByteBuffer tagged(byte tag, int length) {
    return ByteBuffer.allocate(1 + length).put(tag);
  }

  /** Text in UTF-8, or null when it has halves of characters, which UTF-8 cannot say. */
  private static byte[] utf8(String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /**
   * Response that is kept, null for a call without one.
   *
   * @throws IOException when it cannot be read
   */
  Object read(byte[] reply) throws IOException {
    if (reply.length == 0) {
      throw new IOException("the stored response is empty");
    }
    try {
      return value(reply);
    } catch (BufferUnderflowException e) {
      throw new IOException("the stored response is cut off", e);
    }
  }

  private Object value(byte[] reply) throws IOException {
    ByteBuffer value = ByteBuffer.wrap(reply, 1, reply.length - 1);
    return switch (reply[0]) {
      case VALUE -> values.read(Arrays.copyOfRange(reply, 1, reply.length));
      case TEXT -> StandardCharsets.UTF_8.decode(value).toString();
      case INTEGER -> value.getInt();
      case LONG -> value.getLong();
      case BOOLEAN -> value.get() == 1;
      case NOTHING, ROLLED_BACK, FAILED, LOST, IN_PART, IN_DOUBT -> null;
      case FOR_CALLER -> read(answer(value));
      default ->
          throw new IOException(
              "a stored response of an unknown kind, %d; run members at most one release apart"
                  .formatted(reply[0]));
    };
  }

  private static byte[] answer(ByteBuffer forCaller) throws IOException {
    int login = forCaller.getInt();
    if (login < 0 || login >= forCaller.remaining()) {
      throw new IOException("the stored response is cut off");
    }
    forCaller.position(forCaller.position() + login);
    byte[] answer = new byte[forCaller.remaining()];
    forCaller.get(answer);
    if (answer[0] == FOR_CALLER) {
      throw new IOException("the stored response is for two callers");
    }
    return answer;
  }

  /**
   * An answer that is for one caller only; not to be kept where a member does not read {@link
   * MemberForms#REPLIES_FOR_CALLERS}.
   *
   * @param answer in its form for each caller
   */
  static byte[] forCaller(String login, byte[] answer) {
    byte[] name = login.getBytes(StandardCharsets.UTF_8);
    return tagged(FOR_CALLER, Integer.BYTES + name.length + answer.length)
        .putInt(name.length)
        .put(name)
        .put(answer)
        .array();
  }

  /** Tells whether a reply may be given to a caller, of that login or without one. */
  static boolean isFor(Optional<String> login, byte[] reply) {
    if (reply.length == 0 || reply[0] != FOR_CALLER) {
      return true;
    }
    if (login.isEmpty()) {
      return false;
    }
    byte[] begin = forCaller(login.get(), new byte[0]);
    return begin.length < reply.length && Arrays.equals(begin, Arrays.copyOf(reply, begin.length));
  }

  /** What is kept of a call whose transaction was rolled back at its commit. */
  static byte[] rolledBack() {
    return new byte[] {ROLLED_BACK};
  }

  static boolean isRolledBack(byte[] reply) {
    return reply.length > 0 && reply[0] == ROLLED_BACK;
  }

  /** What is kept of a call that took effect, and whose states or response cannot be kept. */
  static byte[] lost() {
    return new byte[] {LOST};
  }

  static boolean isLost(byte[] reply) {
    return reply.length > 0 && reply[0] == LOST;
  }

  /**
   * What is kept of a call that took effect, and of which another resource may have lost a part;
   * where a member does not read {@link MemberForms#UNCERTAIN_REPLIES}, {@link #lost} is nearest.
   */
  static byte[] inPart() {
    return new byte[] {IN_PART};
  }

  static boolean isInPart(byte[] reply) {
    return reply.length > 0 && reply[0] == IN_PART;
  }

  /**
   * What is kept of a call that was rolled back, and of which another resource may hold a part;
   * where a member does not read {@link MemberForms#UNCERTAIN_REPLIES}, {@link #failed} is nearest:
   * it is not executed again either.
   */
  static byte[] inDoubt() {
    return new byte[] {IN_DOUBT};
  }

  static boolean isInDoubt(byte[] reply) {
    return reply.length > 0 && reply[0] == IN_DOUBT;
  }

  /** Tells whether the call took effect. */
  static boolean tellsEffect(byte[] reply) {
    return !isRolledBack(reply) && !isFailed(reply) && !isInDoubt(reply);
  }

  /** Tells whether a client may be answered by it. */
  static boolean isAnswer(byte[] reply) {
    return tellsEffect(reply) && !isLost(reply) && !isInPart(reply);
  }

  /** What is kept of a call that ended in a system exception: it is not to be executed again. */
  static byte[] failed() {
    return new byte[] {FAILED};
  }

  static boolean isFailed(byte[] reply) {
    return reply.length > 0 && reply[0] == FAILED;
  }
}
