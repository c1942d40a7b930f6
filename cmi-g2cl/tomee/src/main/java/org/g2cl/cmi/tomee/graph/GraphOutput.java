package org.g2cl.cmi.tomee.graph;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Writer of one graph, made by {@link GraphFormat}; used by one thread. */
public final class GraphOutput {
  private static final int FIRST_SIZE = 2_048;

  /** Number of an object that is being written and not mentioned yet. */
  private static final int NOT_YET = -2;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final GraphRules rules;
  private final Plans plans;
  private final Mentions mentions = new Mentions();
  private final boolean[] described = new boolean[Plans.MAX_CLASSES];
  private final int[] ids = new int[Plans.MAX_CLASSES];
  private int idsUsed;
  private byte[] bytes = new byte[FIRST_SIZE];
  private int count;
  private int mentioned;
  private int depth;
  private List<Object> roots = List.of();
  private Plan last;

  GraphOutput(GraphRules rules, Plans plans) {
    this.rules = rules;
    this.plans = plans;
  }

  /** Makes it as good as new. */
  void reset(List<Object> plainRoots) {
    mentions.clear();
    for (int i = 0; i < idsUsed; i++) {
      described[ids[i]] = false;
    }
    idsUsed = 0;
    count = 0;
    mentioned = 0;
    depth = 0;
    roots = plainRoots;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, count);
  }

  int size() {
    return count;
  }

  // ---------------------------------------------------------------- bytes

  private int room(int wanted) throws UnsupportedGraphException {
    int at = count;
    if (bytes.length - at < wanted) {
      grow(wanted);
    }
    count = at + wanted;
    return at;
  }

  private void grow(int wanted) throws UnsupportedGraphException {
    if (wanted > rules.maxBytes() - count) {
      throw new UnsupportedGraphException("the graph has more than %d bytes".formatted(count));
    }
    bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, count + wanted));
  }

  /** Writes a byte. */
  public void writeByte(int value) throws UnsupportedGraphException {
    int at = room(1);
    bytes[at] = (byte) value;
  }

  void shortNumber(int value) throws UnsupportedGraphException {
    int at = room(Short.BYTES);
    SHORT.set(bytes, at, (short) value);
  }

  void intNumber(int value) throws UnsupportedGraphException {
    int at = room(Integer.BYTES);
    INT.set(bytes, at, value);
  }

  void longNumber(long value) throws UnsupportedGraphException {
    int at = room(Long.BYTES);
    LONG.set(bytes, at, value);
  }

  /** Number of 0 or more, in seven bits a byte. */
  void length(int value) throws UnsupportedGraphException {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      writeByte(rest | 0x80);
      rest >>>= 7;
    }
    writeByte(rest);
  }

  void raw(byte[] source) throws UnsupportedGraphException {
    int at = room(source.length);
    System.arraycopy(source, 0, bytes, at, source.length);
  }

  void lengthAndBytes(byte[] source) throws UnsupportedGraphException {
    length(source.length);
    raw(source);
  }

  /** Writes a text that is not an object of the graph. */
  public void writeText(String text) throws UnsupportedGraphException {
    lengthAndBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  // ---------------------------------------------------------------- objects

  /**
   * Writes an object and all that it leads to.
   *
   * @throws UnsupportedGraphException when some of it has no place in this form
   */
  public void writeObject(Object object) throws UnsupportedGraphException {
    if (object == null) {
      writeByte(Tag.NULL);
    } else if (object instanceof String text) {
      if (!again(text)) {
        string(text);
      }
    } else if (object instanceof Integer number) {
      int at = room(1 + Integer.BYTES);
      bytes[at] = Tag.INT;
      INT.set(bytes, at + 1, (int) number);
    } else {
      planned(object);
    }
  }

  private void planned(Object object) throws UnsupportedGraphException {
    Class<?> type = object.getClass();
    Plan plan = last;
    if (plan == null || plan.type != type) {
      plan = plans.of(type);
      last = plan;
    }
    if (depth >= rules.maxDepth()) {
      throw UnsupportedGraphException.of(type, "is nested too deep");
    }
    depth++;
    plan.write(this, object);
    depth--;
  }

  /** Writes that an object was mentioned before; else it is from now on, and that is false. */
  boolean again(Object object) throws UnsupportedGraphException {
    int before = mentions.put(object, mentioned);
    if (before == Mentions.NEW) {
      countMention();
      return false;
    }
    return again(object, before);
  }

  private boolean again(Object object, int before) throws UnsupportedGraphException {
    writeByte(Tag.AGAIN);
    length(mentioned - before);
    mention(object);
    return true;
  }

  /**
   * As {@link #again}, but a new object is to be {@link #mention mentioned} once the reader can
   * have made it; until then nothing may lead to it.
   */
  boolean againOrLater(Object object) throws UnsupportedGraphException {
    int before = mentions.put(object, NOT_YET);
    if (before == NOT_YET) {
      throw UnsupportedGraphException.of(object.getClass(), "is part of itself");
    }
    return before != Mentions.NEW && again(object, before);
  }

  void mention(Object object) throws UnsupportedGraphException {
    mentions.put(object, mentioned);
    countMention();
  }

  private void countMention() throws UnsupportedGraphException {
    if (++mentioned > rules.maxReferences()) {
      throw new UnsupportedGraphException(
          "the graph has more than %d objects".formatted(mentioned));
    }
  }

  /** Checks the length of an array or collection. */
  int checked(int elements) throws UnsupportedGraphException {
    if (elements > rules.maxArray()) {
      throw new UnsupportedGraphException("it holds %d elements at one place".formatted(elements));
    }
    return elements;
  }

  boolean isPlainRoot(Object object) {
    for (Object root : roots) {
      if (root == object) {
        return true;
      }
    }
    return false;
  }

  Record namesOf(Object reference) throws UnsupportedGraphException {
    try {
      return rules.namesOf(reference);
    } catch (java.io.NotSerializableException e) {
      throw UnsupportedGraphException.of(reference.getClass(), "is not serializable");
    }
  }

  /** Writes a class: its number, and its description where it is met first. */
  void type(Description description) throws UnsupportedGraphException {
    int id = description.id();
    length(id);
    if (!described[id]) {
      described[id] = true;
      ids[idsUsed++] = id;
      lengthAndBytes(description.bytes());
    }
  }

  Description describe(Class<?> type) throws UnsupportedGraphException {
    return plans.name(type);
  }

  /**
   * By the deprecated method, the one of public methods that copies without a look at each byte.
   */
  @SuppressWarnings("deprecation")
  private void string(String text) throws UnsupportedGraphException {
    int length = text.length();
    int start = count;
    writeByte(Tag.LATIN1);
    length(length);
    int at = room(length);
    text.getBytes(0, length, bytes, at);
    if (!text.equals(new String(bytes, at, length, StandardCharsets.ISO_8859_1))) {
      count = start;
      wide(text, length);
    }
  }

  private void wide(String text, int length) throws UnsupportedGraphException {
    writeByte(Tag.UTF16);
    length(length);
    if (length > rules.maxBytes() / Character.BYTES) {
      throw new UnsupportedGraphException("a string has %d characters".formatted(length));
    }
    int at = room(length * Character.BYTES);
    for (int i = 0; i < length; i++) {
      SHORT.set(bytes, at + i * Character.BYTES, (short) text.charAt(i));
    }
  }
}
