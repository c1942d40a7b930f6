package org.g2cl.cmi.tomee.graph;

/** First bytes of the form of an object; parts of the form, so numbers are never used again. */
final class Tag {
  static final byte NULL = 0;

  /** Object met before, and how many mentions ago it was last mentioned. */
  static final byte AGAIN = 1;

  /** String of characters below 256: its length, and a byte each. */
  static final byte LATIN1 = 2;

  /** Any other string: its length, and two bytes for each character. */
  static final byte UTF16 = 3;

  static final byte TRUE = 4;
  static final byte FALSE = 5;
  static final byte BYTE = 6;
  static final byte SHORT = 7;
  static final byte CHAR = 8;
  static final byte INT = 9;
  static final byte LONG = 10;
  static final byte FLOAT = 11;
  static final byte DOUBLE = 12;

  /** Serializable object: its class, and its fields as the class's description orders them. */
  static final byte OBJECT = 13;

  /** Root object of a class that need not be serializable, in the same form. */
  static final byte PLAIN = 14;

  static final byte RECORD = 15;
  static final byte ENUM = 16;

  /** Array of objects: its class, its length, its elements. */
  static final byte ARRAY = 17;

  /** Reference to a bean: the object that names it. */
  static final byte REFERENCE = 18;

  static final byte BOOLEANS = 20;
  static final byte BYTES = 21;
  static final byte SHORTS = 22;
  static final byte CHARS = 23;
  static final byte INTS = 24;
  static final byte LONGS = 25;
  static final byte FLOATS = 26;
  static final byte DOUBLES = 27;

  /** First one of {@link Builtins}. */
  static final byte BUILTIN = 32;

  private Tag() {}
}
