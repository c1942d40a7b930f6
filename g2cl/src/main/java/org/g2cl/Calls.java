package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.StringJoiner;

/**
 * Form of a method call: kind, then length and signature or two bytes of id, then number of
 * arguments, each with tag, length and bytes.
 */
final class Calls {
  private static final int BY_NAME = 0;
  private static final int BY_ID = 1;
  private static final int MAX_ARGS = 255;

  /** A call as received: the signature or, when that is null, the id. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, lives for one call
  record Received(String signature, short id, Object[] args) {
    /** Its own, for that of a record with a short was seen to fail in classes made for Java 8. */
    @Override
    public String toString() {
      return "Received[signature=" + signature + ", id=" + (int) id + "]";
    }
  }

  private Calls() {}

  /**
   * Name of a method and one letter per parameter: tells overloads apart, and primitive parameters
   * from boxed ones.
   *
   * @param anyType whether other types may cross, all as the same letter
   * @throws IllegalArgumentException when a type cannot cross
   */
  static String signature(String name, Class<?>[] types, boolean anyType) {
    StringBuilder signature = new StringBuilder(name).append(':');
    for (Class<?> type : types) {
      int tag = Values.tag(type);
      if (tag < 0 && anyType) {
        tag = Values.ENCODED;
      }
      if (tag < 0) {
        throw new IllegalArgumentException(
            "parameter type %s of method %s cannot be sent; use byte[], String or primitives, or give the dispatcher a codec"
                .formatted(type.getName(), name));
      }
      signature.append((char) ((type.isPrimitive() ? 'A' : 'a') + tag));
    }
    return signature.toString();
  }

  /** Signature as Java writes it, for errors; it may come from the network. */
  static String readable(String signature) {
    int end = signature.lastIndexOf(':');
    if (end < 0) {
      return signature;
    }
    StringJoiner types = new StringJoiner(", ", signature.substring(0, end) + "(", ")");
    for (int i = end + 1; i < signature.length(); i++) {
      char letter = signature.charAt(i);
      boolean primitive = letter < 'a';
      types.add(Values.typeName(letter - (primitive ? 'A' : 'a'), primitive));
    }
    return types.toString();
  }

  static byte[] write(MethodCall call, ValueCodec<Object> codec) {
    Object[] args = call.args();
    if (args.length > MAX_ARGS) {
      throw new IllegalArgumentException(call + ": at most " + MAX_ARGS + " arguments");
    }
    byte[] head = head(call, codec != null);
    int[] tags = new int[args.length];
    byte[][] values = new byte[args.length][];
    int size = head.length + 1;
    for (int i = 0; i < args.length; i++) {
      Object value = Values.encoded(args[i], codec);
      tags[i] = Values.tag(value);
      values[i] = Values.bytes(tags[i], value);
      size += 1 + Varint.length(values[i].length) + values[i].length;
    }
    byte[] bytes = new byte[size];
    System.arraycopy(head, 0, bytes, 0, head.length);
    int at = head.length;
    bytes[at++] = (byte) args.length;
    for (int i = 0; i < args.length; i++) {
      bytes[at++] = (byte) tags[i];
      at = Varint.write(bytes, at, values[i].length);
      System.arraycopy(values[i], 0, bytes, at, values[i].length);
      at += values[i].length;
    }
    return bytes;
  }

  private static byte[] head(MethodCall call, boolean anyType) {
    if (call.useIds()) {
      return ByteBuffer.allocate(3).put((byte) BY_ID).putShort(call.getMethodId()).array();
    }
    byte[] signature = signature(call.getMethodName(), call.types(), anyType).getBytes(UTF_8);
    byte[] head = new byte[1 + Varint.length(signature.length) + signature.length];
    head[0] = BY_NAME;
    int at = Varint.write(head, 1, signature.length);
    System.arraycopy(signature, 0, head, at, signature.length);
    return head;
  }

  static Received read(ByteBuffer source, ValueCodec<Object> codec) throws MalformedFrameException {
    String signature = null;
    short id = -1;
    int kind = next(source, 1).get();
    if (kind == BY_NAME) {
      signature = UTF_8.decode(next(source, Varint.readLength(source))).toString();
    } else if (kind == BY_ID) {
      id = next(source, Short.BYTES).getShort();
    } else {
      throw new MalformedFrameException("unknown kind of call " + kind);
    }
    return new Received(signature, id, readArgs(source, codec));
  }

  private static Object[] readArgs(ByteBuffer source, ValueCodec<Object> codec)
      throws MalformedFrameException {
    Object[] args = new Object[next(source, 1).get() & 0xff];
    for (int i = 0; i < args.length; i++) {
      int tag = next(source, 1).get();
      Object value = Values.read(tag, next(source, Varint.readLength(source)));
      args[i] = Values.decoded(value, codec);
    }
    return args;
  }

  private static ByteBuffer next(ByteBuffer source, int length) throws MalformedFrameException {
    if (source.remaining() < length) {
      throw new MalformedFrameException("truncated call");
    }
    ByteBuffer part = source.slice(source.position(), length);
    source.position(source.position() + length);
    return part;
  }
}
