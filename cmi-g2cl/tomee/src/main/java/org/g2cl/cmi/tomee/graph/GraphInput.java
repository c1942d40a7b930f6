package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.StreamCorruptedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Reader of one graph, made by {@link GraphFormat}; used by one thread. Bytes come from others: no
 * length is believed that the bytes left cannot hold, no class is loaded and used that the rules
 * refuse.
 */
public final class GraphInput {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Stands for each object that was passed over. */
  private static final Object ABSENT = new Object();

  /** In place of an enum's class while sets and maps of it are passed over. */
  private enum NoConstants {}

  private final GraphRules rules;
  private final Shapes shapes;
  private final byte[] bytes;
  private int at;
  private Object[] mentions = new Object[64];
  private int mentioned;
  private int depth;

  /** Bytes that the elements told of so far take, each one at least. */
  private long claimed;

  private Shape[] described = new Shape[16];

  /** Whether a value is passed over, of which no object is made. */
  private boolean passing;

  /** Why the last value was passed over that was. */
  private Exception absence;

  GraphInput(GraphRules rules, Shapes shapes, byte[] bytes, int start) {
    this.rules = rules;
    this.shapes = shapes;
    this.bytes = bytes;
    this.at = start;
  }

  // ---------------------------------------------------------------- bytes

  StreamCorruptedException damaged(String what) {
    return new StreamCorruptedException("damaged at byte %d: %s".formatted(at, what));
  }

  private int take(int wanted) throws StreamCorruptedException {
    int start = at;
    if (wanted < 0 || wanted > bytes.length - start) {
      throw damaged("%d bytes wanted, %d left".formatted(wanted, bytes.length - start));
    }
    at = start + wanted;
    return start;
  }

  /** Reads a byte, 0 to 255. */
  public int readByte() throws StreamCorruptedException {
    return bytes[take(1)] & 0xff;
  }

  boolean bool() throws StreamCorruptedException {
    return readByte() != 0;
  }

  short shortNumber() throws StreamCorruptedException {
    int start = take(Short.BYTES);
    return (short) SHORT.get(bytes, start);
  }

  int intNumber() throws StreamCorruptedException {
    int start = take(Integer.BYTES);
    return (int) INT.get(bytes, start);
  }

  long longNumber() throws StreamCorruptedException {
    int start = take(Long.BYTES);
    return (long) LONG.get(bytes, start);
  }

  float floatNumber() throws StreamCorruptedException {
    return Float.intBitsToFloat(intNumber());
  }

  double doubleNumber() throws StreamCorruptedException {
    return Double.longBitsToDouble(longNumber());
  }

  private int length() throws StreamCorruptedException {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      int next = readByte();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw damaged("a number is too long");
  }

  /** Number of elements that follow, each of so many bytes at least. */
  private int elements(int size) throws IOException {
    int count = length();
    if (count < 0 || count > (bytes.length - at) / size) {
      throw damaged("%d elements, %d bytes left".formatted(count, bytes.length - at));
    }
    claimed += (long) count * size;
    if (claimed > bytes.length) { // or arrays within each other would take memory without bytes
      throw damaged("elements of %d bytes in %d bytes".formatted(claimed, bytes.length));
    }
    return count;
  }

  /** Number of objects that follow. */
  int elements() throws IOException {
    return elements(1);
  }

  byte[] bytes() throws StreamCorruptedException {
    int length = length();
    int start = take(length);
    return Arrays.copyOfRange(bytes, start, start + length);
  }

  /** Reads a text that is not an object of the graph. */
  public String readText() throws StreamCorruptedException {
    int length = length();
    int start = take(length);
    return new String(bytes, start, length, StandardCharsets.UTF_8);
  }

  void requireEnd() throws StreamCorruptedException {
    if (at != bytes.length) {
      throw damaged("%d bytes too many".formatted(bytes.length - at));
    }
  }

  // ---------------------------------------------------------------- objects

  /**
   * Reads an object and all that it leads to.
   *
   * @throws IOException when the bytes are damaged, or hold what the rules refuse
   */
  public Object readObject() throws IOException, ClassNotFoundException {
    if (depth > rules.maxDepth()) {
      throw new InvalidObjectException(
          "objects are nested deeper than %d".formatted(rules.maxDepth()));
    }
    depth++;
    Object object = readTagged(bytes[take(1)]);
    depth--;
    return object;
  }

  /**
   * Reads a value that no field here takes. One of which no object can be made here is passed over,
   * as that of a field which another version of the application has, with a class, constant or bean
   * of its own; what it alone has led to so far cannot be mentioned again then.
   */
  void readUnwanted() throws IOException, ClassNotFoundException {
    if (passing) {
      readObject();
      return;
    }
    int start = at;
    int mentionedBefore = mentioned;
    long claimedBefore = claimed;
    int depthBefore = depth;
    Shape[] describedBefore = described.clone();
    try {
      readObject();
    } catch (ClassNotFoundException | InvalidClassException | InvalidObjectException e) {
      at = start;
      mentioned = mentionedBefore;
      claimed = claimedBefore;
      depth = depthBefore;
      described = describedBefore;
      absence = e;
      passing = true;
      readObject();
      passing = false;
    }
  }

  boolean isPassing() {
    return passing;
  }

  private Object readTagged(byte tag) throws IOException, ClassNotFoundException {
    return switch (tag) {
      case Tag.NULL -> null;
      case Tag.AGAIN -> again();
      case Tag.LATIN1 -> mention(latin1());
      case Tag.UTF16 -> mention(utf16());
      case Tag.INT -> intNumber();
      case Tag.OBJECT -> fields(Description.OBJECT);
      case Tag.PLAIN -> fields(Description.PLAIN);
      case Tag.RECORD -> record();
      case Tag.ENUM -> mention(constant());
      case Tag.ARRAY -> array();
      case Tag.REFERENCE -> reference();
      case Tag.TRUE -> true;
      case Tag.FALSE -> false;
      case Tag.BYTE -> (byte) readByte();
      case Tag.SHORT -> shortNumber();
      case Tag.CHAR -> (char) shortNumber();
      case Tag.LONG -> longNumber();
      case Tag.FLOAT -> floatNumber();
      case Tag.DOUBLE -> doubleNumber();
      default -> tag >= Tag.BUILTIN ? shapes.builtin(tag).read(this) : primitives(tag);
    };
  }

  /** Gives the object the next number. */
  <T> T mention(T object) {
    if (mentioned == mentions.length) {
      mentions = Arrays.copyOf(mentions, mentioned * 2);
    }
    mentions[mentioned++] = object;
    return object;
  }

  /** The same for an object that holds others, which is not to be had where they are not. */
  void mentionHolder(Object holder) {
    mention(passing ? ABSENT : holder);
  }

  private Object again() throws IOException, ClassNotFoundException {
    int distance = length();
    if (distance <= 0 || distance > mentioned) {
      throw damaged("no object is %d back of %d".formatted(distance, mentioned));
    }
    Object object = mentions[mentioned - distance];
    if (object == ABSENT && !passing) {
      throwAbsence();
    }
    return mention(object);
  }

  private void throwAbsence() throws IOException, ClassNotFoundException {
    if (absence instanceof ClassNotFoundException e) {
      throw e;
    }
    throw (IOException) absence;
  }

  private Object reference() throws IOException, ClassNotFoundException {
    Object name = readObject();
    return mention(passing ? ABSENT : rules.referenceOf(name));
  }

  private String latin1() throws StreamCorruptedException {
    int length = length();
    int start = take(length);
    return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
  }

  private String utf16() throws IOException {
    int length = length();
    if (length < 0 || length > (bytes.length - at) / Character.BYTES) {
      throw damaged(
          "a string of %d characters, %d bytes left".formatted(length, bytes.length - at));
    }
    var characters = new char[length];
    for (int i = 0; i < length; i++) {
      characters[i] = (char) shortNumber();
    }
    return new String(characters);
  }

  private Object fields(byte kind) throws IOException, ClassNotFoundException {
    Shape shape = shape(kind);
    Object object = mention(passing ? ABSENT : shape.make());
    if (passing) {
      shape.passOver(this);
    } else {
      shape.fill(this, object);
    }
    return object;
  }

  private Object record() throws IOException, ClassNotFoundException {
    Shape shape = shape(Description.RECORD);
    if (passing) {
      shape.passOver(this);
      return mention(ABSENT);
    }
    return mention(shape.record(this));
  }

  private Object constant() throws IOException, ClassNotFoundException {
    Class<?> type = enumType();
    String name = readText();
    if (passing) {
      return ABSENT;
    }
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new InvalidObjectException("enum %s has no %s".formatted(type.getName(), name));
  }

  Class<?> enumType() throws IOException, ClassNotFoundException {
    Shape shape = shape(Description.NAMED);
    if (passing) {
      return NoConstants.class;
    }
    Class<?> type = shape.type();
    if (!type.isEnum()) {
      throw new InvalidClassException(type.getName(), "it is not an enum");
    }
    return type;
  }

  private Object array() throws IOException, ClassNotFoundException {
    Shape shape = shape(Description.NAMED);
    if (passing) {
      return passOverElements();
    }
    Class<?> type = shape.type().getComponentType();
    if (type == null || type.isPrimitive()) {
      throw damaged("an array of objects of no such class");
    }
    var array = (Object[]) Array.newInstance(type, elements());
    mention(array);
    for (int i = 0; i < array.length; i++) {
      array[i] = readObject();
    }
    return array;
  }

  private Object passOverElements() throws IOException, ClassNotFoundException {
    int count = elements();
    mention(ABSENT);
    for (int left = count; left > 0; left--) {
      readObject();
    }
    return ABSENT;
  }

  @SuppressWarnings("unchecked") // what it compares is not known before it does
  Comparator<Object> comparator() throws IOException, ClassNotFoundException {
    Object comparator = readObject();
    return passing ? null : (Comparator<Object>) comparator;
  }

  private Shape shape(byte kind) throws IOException, ClassNotFoundException {
    int id = length();
    if (id < 0 || id >= Plans.MAX_CLASSES) {
      throw damaged("no class has the number " + id);
    }
    if (id >= described.length) {
      described = Arrays.copyOf(described, Math.min(Plans.MAX_CLASSES, id * 2));
    }
    if (described[id] == null) {
      described[id] = described(bytes());
    }
    if (described[id].kind() != kind) {
      throw damaged("class %d is not of kind %d".formatted(id, kind));
    }
    if (described[id].isAbsent() && !passing) {
      throwAbsence();
    }
    return described[id];
  }

  private Shape described(byte[] description) throws IOException, ClassNotFoundException {
    try {
      return shapes.of(description);
    } catch (ClassNotFoundException | InvalidClassException e) {
      if (!passing) {
        throw e;
      }
      return Shapes.absent(description);
    }
  }

  private Object primitives(byte tag) throws IOException {
    switch (tag) {
      case Tag.BOOLEANS -> {
        var array = mention(new boolean[elements(1)]);
        for (int i = 0; i < array.length; i++) {
          array[i] = bool();
        }
        return array;
      }
      case Tag.BYTES -> {
        var array = mention(new byte[elements(1)]);
        System.arraycopy(bytes, take(array.length), array, 0, array.length);
        return array;
      }
      case Tag.SHORTS -> {
        var array = mention(new short[elements(Short.BYTES)]);
        for (int i = 0; i < array.length; i++) {
          array[i] = shortNumber();
        }
        return array;
      }
      case Tag.CHARS -> {
        var array = mention(new char[elements(Character.BYTES)]);
        for (int i = 0; i < array.length; i++) {
          array[i] = (char) shortNumber();
        }
        return array;
      }
      case Tag.INTS -> {
        var array = mention(new int[elements(Integer.BYTES)]);
        for (int i = 0; i < array.length; i++) {
          array[i] = intNumber();
        }
        return array;
      }
      case Tag.LONGS -> {
        var array = mention(new long[elements(Long.BYTES)]);
        for (int i = 0; i < array.length; i++) {
          array[i] = longNumber();
        }
        return array;
      }
      case Tag.FLOATS -> {
        var array = mention(new float[elements(Float.BYTES)]);
        for (int i = 0; i < array.length; i++) {
          array[i] = floatNumber();
        }
        return array;
      }
      case Tag.DOUBLES -> {
        var array = mention(new double[elements(Double.BYTES)]);
        for (int i = 0; i < array.length; i++) {
          array[i] = doubleNumber();
        }
        return array;
      }
      default -> throw damaged("nothing has the tag " + tag);
    }
  }
}
