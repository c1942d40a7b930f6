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

  /** In place of the place of an object that was mentioned before. */
  static final int AGAIN = 0;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final GraphRules rules;
  private final Plans plans;
  private Mentions ownMentions = new Mentions();
  private Mentions mentions = ownMentions;
  private final boolean[] described = new boolean[Plans.MAX_CLASSES];
  private final int[] ids = new int[Plans.MAX_CLASSES];
  private int idsUsed;
  private byte[] own = new byte[FIRST_SIZE];

  /** What is written; behind what is written already, the bytes of before if there are any. */
  private byte[] bytes = own;

  private byte[] before;
  private int count;
  private int mentioned;
  private int depth;
  private List<Object> roots = List.of();
  private Plan last;

  GraphOutput(GraphRules rules, Plans plans) {
    this.rules = rules;
    this.plans = plans;
  }

  /** Begins a graph. */
  void begin(List<Object> plainRoots, Trail trail) {
    roots = plainRoots;
    if (trail.isEmpty()) {
      return;
    }
    before = trail.bytes();
    bytes = before.clone();
    mentions = trail.mentions();
    mentions.rewind();
  }

  /** Ends a graph: gives its bytes, and notes in the trail what the next time needs. */
  byte[] end(Trail trail) {
    byte[] written = bytes == own || count < bytes.length ? Arrays.copyOf(bytes, count) : bytes;
    if (before != null) {
      written = Arrays.equals(written, before) ? before : written;
      mentions.sweep();
      trail.keep(mentions, written);
    } else if (Trail.isWorthIt(written)) {
      mentions.trim();
      trail.keep(mentions, written);
      ownMentions = new Mentions();
    }
    return written;
  }

  /** Makes it as good as new. */
  void reset() {
    ownMentions.clear();
    mentions = ownMentions;
    for (int i = 0; i < idsUsed; i++) {
      described[ids[i]] = false;
    }
    idsUsed = 0;
    bytes = own;
    before = null;
    count = 0;
    mentioned = 0;
    depth = 0;
    roots = List.of();
  }

  /** Bytes for which it has room. */
  int capacity() {
    return own.length;
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
    if (before == null) {
      own = Arrays.copyOf(bytes, Math.max(bytes.length * 2, count + wanted));
      bytes = own;
    } else {
      bytes = Arrays.copyOf(bytes, bytes.length + bytes.length / 8 + wanted);
    }
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
      return;
    }
    int known = mentions.placeOfText(object);
    if (known != 0) {
      mentions.number(known, mentioned);
      countMention();
      copyText(known);
    } else if (object instanceof String text) {
      text(text);
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

  private void text(String text) throws UnsupportedGraphException {
    int place = mentions.place(text);
    if (again(place)) {
      return;
    }
    if (mentions.start(place) != 0) {
      copyText(place);
    } else {
      mentions.start(place, count);
      string(text);
    }
  }

  /** Copies the bytes that a text had, its tag included. */
  private void copyText(int place) throws UnsupportedGraphException {
    int start = mentions.start(place);
    int end = endOfText(start);
    int at = room(end - start);
    if (at != start) {
      System.arraycopy(before, start, bytes, at, end - start);
      mentions.start(place, at);
    }
  }

  private int endOfText(int start) {
    int at = start + 1;
    int length = before[at] & 0x7f;
    for (int bits = 7; before[at] < 0; bits += 7) {
      at++;
      length |= (before[at] & 0x7f) << bits;
    }
    return at + 1 + (before[start] == Tag.UTF16 ? length * Character.BYTES : length);
  }

  /** Writes that an object was mentioned before; else it is from now on, and that is false. */
  boolean again(Object object) throws UnsupportedGraphException {
    return again(mentions.place(object));
  }

  private boolean again(int place) throws UnsupportedGraphException {
    int number = mentions.number(place);
    mentions.number(place, mentioned);
    if (number != Mentions.NEW) {
      writeByte(Tag.AGAIN);
      length(mentioned - number);
    }
    countMention();
    return number != Mentions.NEW;
  }

  /**
   * As {@link #again}, but a new object is to be {@link #mention mentioned} once the reader can
   * have made it; until then nothing may lead to it.
   *
   * @return place to mention it by, or {@link #AGAIN}
   */
  int againOrLater(Object object) throws UnsupportedGraphException {
    int place = mentions.place(object);
    int number = mentions.number(place);
    if (number == NOT_YET) {
      throw UnsupportedGraphException.of(object.getClass(), "is part of itself");
    }
    if (number == Mentions.NEW) {
      mentions.number(place, NOT_YET);
      return place;
    }
    again(place);
    return AGAIN;
  }

  void mention(int place) throws UnsupportedGraphException {
    mentions.number(place, mentioned);
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
