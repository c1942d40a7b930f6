package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/**
 * Fixed binary form of the values that cross: null, {@code byte[]}, {@code String}, boxed
 * primitives. A value is a tag and its bytes; who writes it keeps the tag and the length.
 */
final class Values {
  static final int NULL = 0;
  static final int BYTES = 1;

  private static final int STRING = 2;
  private static final int BOOLEAN = 3;
  private static final int BYTE = 4;
  private static final int SHORT = 5;
  private static final int CHARACTER = 6;
  private static final int INTEGER = 7;
  private static final int LONG = 8;
  private static final int FLOAT = 9;
  private static final int DOUBLE = 10;

  /** Of a value in the form of a {@link ValueCodec}. */
  static final int ENCODED = 11;

  private static final byte[] EMPTY = {};

  private Values() {}

  /** Value in the form of a codec. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Encoded(byte[] bytes) {}

  /** The value itself when it can cross, else as the codec, if there is one, writes it. */
  static Object encoded(Object value, ValueCodec<Object> codec) {
    return codec == null || value == null || tag(value.getClass()) >= 0
        ? value
        : new Encoded(codec.write(value));
  }

  /**
   * Reverse of {@link #encoded}.
   *
   * @throws MalformedFrameException when there is no codec, or it cannot read the value
   */
  static Object decoded(Object value, ValueCodec<Object> codec) throws MalformedFrameException {
    if (!(value instanceof Encoded encoded)) {
      return value;
    }
    if (codec == null) {
      throw new MalformedFrameException("value needs a codec, which this member does not have");
    }
    try {
      return codec.read(encoded.bytes());
    } catch (IllegalArgumentException e) {
      throw new MalformedFrameException("codec cannot read a value: " + e.getMessage());
    }
  }

  /**
   * Tag of a value.
   *
   * @throws IllegalArgumentException when its type cannot cross
   */
  static int tag(Object value) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof Encoded) {
      return ENCODED;
    }
    int tag = tag(value.getClass());
    if (tag < 0) {
      throw new IllegalArgumentException(
          "value of type "
              + value.getClass().getName()
              + " cannot be sent; use byte[], String, a boxed primitive or null, or a codec");
    }
    return tag;
  }

  /** Tag of a type, primitive or boxed, or -1 when it cannot cross. */
  static int tag(Class<?> type) {
    if (type == byte[].class) {
      return BYTES;
    }
    return switch (type.getName()) {
      case "java.lang.String" -> STRING;
      case "java.lang.Boolean", "boolean" -> BOOLEAN;
      case "java.lang.Byte", "byte" -> BYTE;
      case "java.lang.Short", "short" -> SHORT;
      case "java.lang.Character", "char" -> CHARACTER;
      case "java.lang.Integer", "int" -> INTEGER;
      case "java.lang.Long", "long" -> LONG;
      case "java.lang.Float", "float" -> FLOAT;
      case "java.lang.Double", "double" -> DOUBLE;
      default -> -1;
    };
  }

  /** Name in Java of the type of that tag, or what stands for it where there is none. */
  static String typeName(int tag, boolean primitive) {
    return switch (tag) {
      case BYTES -> "byte[]";
      case STRING -> "String";
      case BOOLEAN -> (primitive ? boolean.class : Boolean.class).getSimpleName();
      case BYTE -> (primitive ? byte.class : Byte.class).getSimpleName();
      case SHORT -> (primitive ? short.class : Short.class).getSimpleName();
      case CHARACTER -> (primitive ? char.class : Character.class).getSimpleName();
      case INTEGER -> (primitive ? int.class : Integer.class).getSimpleName();
      case LONG -> (primitive ? long.class : Long.class).getSimpleName();
      case FLOAT -> (primitive ? float.class : Float.class).getSimpleName();
      case DOUBLE -> (primitive ? double.class : Double.class).getSimpleName();
      case ENCODED -> "<by codec>";
      default -> "?";
    };
  }

  static byte[] bytes(int tag, Object value) {
    return switch (tag) {
      case NULL -> EMPTY;
      case BYTES -> (byte[]) value;
      case STRING -> ((String) value).getBytes(UTF_8);
      case BOOLEAN -> new byte[] {(byte) ((Boolean) value ? 1 : 0)};
      case BYTE -> new byte[] {(Byte) value};
      case SHORT -> ByteBuffer.allocate(Short.BYTES).putShort((Short) value).array();
      case CHARACTER -> ByteBuffer.allocate(Character.BYTES).putChar((Character) value).array();
      case INTEGER -> ByteBuffer.allocate(Integer.BYTES).putInt((Integer) value).array();
      case LONG -> ByteBuffer.allocate(Long.BYTES).putLong((Long) value).array();
      case FLOAT -> ByteBuffer.allocate(Float.BYTES).putFloat((Float) value).array();
      case ENCODED -> ((Encoded) value).bytes();
      case DOUBLE -> ByteBuffer.allocate(Double.BYTES).putDouble((Double) value).array();
      default -> throw new IllegalArgumentException("unknown tag " + tag);
    };
  }

  /** Reads a value that takes all that is left of the source. */
  static Object read(int tag, ByteBuffer source) throws MalformedFrameException {
    checkLength(tag, source.remaining());
    return switch (tag) {
      case NULL -> null;
      case BYTES -> array(source);
      case STRING -> UTF_8.decode(source).toString();
      case BOOLEAN -> source.get() != 0;
      case BYTE -> source.get();
      case SHORT -> source.getShort();
      case CHARACTER -> source.getChar();
      case INTEGER -> source.getInt();
      case LONG -> source.getLong();
      case FLOAT -> source.getFloat();
      case DOUBLE -> source.getDouble();
      case ENCODED -> new Encoded(array(source));
      default -> throw new MalformedFrameException("unknown tag " + tag);
    };
  }

  private static void checkLength(int tag, int length) throws MalformedFrameException {
    int expected =
        switch (tag) {
          case NULL -> 0;
          case BOOLEAN, BYTE -> 1;
          case SHORT, CHARACTER -> 2;
          case INTEGER, FLOAT -> 4;
          case LONG, DOUBLE -> 8;
          default -> length;
        };
    if (length != expected) {
      throw new MalformedFrameException("value of tag %d has %d bytes".formatted(tag, length));
    }
  }

  private static byte[] array(ByteBuffer source) {
    byte[] bytes = new byte[source.remaining()];
    source.get(bytes);
    return bytes;
  }
}
