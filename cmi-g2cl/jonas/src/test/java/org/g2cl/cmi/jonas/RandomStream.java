package org.g2cl.cmi.jonas;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Object streams that follow the grammar and are seldom what a class would write: other fields,
 * flags and superclasses, and numbers whose bytes are pieces of a stream themselves.
 */
final class RandomStream {
  private static final int MAX_DEPTH = 5;

  /** Reads and writes itself, without its fields. */
  static class Raw implements Serializable {
    private static final long serialVersionUID = 1;
    private transient Object first;
    private transient Object second;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeObject(first);
      out.writeObject(second);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      first = in.readObject();
      second = in.readObject();
    }
  }

  /** Reads its fields, when it has read a number. */
  static final class Late extends Raw {
    private static final long serialVersionUID = 1;
    private long number;
    private Object part;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      number = in.readByte();
      in.defaultReadObject();
    }

    @Override
    public String toString() {
      return number + " " + part;
    }
  }

  /** Its superclass's fields are passed over by Java's reader, and not what that has written. */
  record Pair(Object left, int right) implements Serializable {}

  /** Reads as many objects as a number says. */
  public static final class Outer implements Externalizable {
    private static final long serialVersionUID = 1;

    public Outer() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(1);
      out.writeObject("x");
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      for (int i = in.readInt(); i > 0; i--) {
        var unused = in.readObject();
      }
    }
  }

  private static final List<Class<?>> CLASSES =
      List.of(
          Raw.class,
          Raw.class,
          Raw.class,
          Raw.class,
          Late.class,
          Pair.class,
          Pair.class,
          Outer.class,
          ArrayList.class,
          LinkedList.class,
          HashMap.class,
          TreeMap.class,
          ConcurrentLinkedQueue.class,
          java.util.Date.class,
          Integer.class,
          Number.class,
          TimeUnit.class,
          Enum.class,
          Object[].class,
          Record.class,
          IllegalStateException.class);

  /** Values as Java writes them. */
  @SuppressWarnings("JdkObsolete") // a list that writes itself
  static List<Object> values() {
    Map<Object, Object> map = new HashMap<>();
    map.put("list", new ArrayList<>(List.of(1, 2L, java.math.BigDecimal.TEN)));
    map.put("queue", new ConcurrentLinkedQueue<>(List.of("a", java.time.Instant.EPOCH, "b")));
    map.put("pair", new Pair(new Raw(), 3));
    Raw raw = new Raw();
    raw.first = new LinkedList<>(List.of(1));
    raw.second = TimeUnit.DAYS;
    return List.of(
        map,
        raw,
        new Object[] {new Outer(), new TreeMap<>(Map.of(1, 2)), new int[] {1, 2}, null},
        new Pair(List.of(new Pair(null, 1)), 2),
        new LinkedList<>(Arrays.asList(new Raw(), new IllegalStateException("x"), Integer.class)));
  }

  private static final byte[] PIECES = {
    ObjectStreamConstants.TC_NULL,
    ObjectStreamConstants.TC_ENDBLOCKDATA,
    ObjectStreamConstants.TC_BLOCKDATA,
    ObjectStreamConstants.TC_OBJECT,
    ObjectStreamConstants.TC_STRING,
    ObjectStreamConstants.TC_REFERENCE,
    0,
    1,
    2,
    8,
    0x7e
  };

  private final Random random;
  private final StreamWriter out = new StreamWriter();
  private int handles;

  private RandomStream(Random random) {
    this.random = random;
  }

  static byte[] make(Random random) {
    RandomStream stream = new RandomStream(random);
    stream.object(0);
    return stream.out.bytes();
  }

  /** Another stream, with some bytes changed, left out, repeated or taken from elsewhere. */
  static byte[] damaged(byte[] stream, Random random) {
    byte[] damaged = stream;
    for (int i = random.nextInt(4); i >= 0; i--) {
      damaged = damagedOnce(damaged, random);
    }
    return damaged;
  }

  private static byte[] damagedOnce(byte[] stream, Random random) {
    int from = random.nextInt(stream.length);
    int length = Math.min(stream.length - from, 1 + random.nextInt(12));
    byte[] changed = stream.clone();
    switch (random.nextInt(6)) {
      case 0 -> changed = joined(stream, from, stream, from + length); // left out
      case 1 -> changed = joined(stream, from + length, stream, from); // repeated
      case 2 -> changed[from] = PIECES[random.nextInt(PIECES.length)];
      case 3 ->
          System.arraycopy(
              stream, from, changed, random.nextInt(stream.length - length + 1), length);
      case 4 -> changed[from] ^= (byte) (1 << random.nextInt(8));
      default -> changed[from] = (byte) random.nextInt();
    }
    return changed;
  }

  private static byte[] joined(byte[] first, int end, byte[] second, int begin) {
    byte[] joined = Arrays.copyOf(first, end + second.length - begin);
    System.arraycopy(second, begin, joined, end, second.length - begin);
    return joined.length == 0 ? first : joined;
  }

  // ---------------------------------------------------------------- contents

  private void content(int depth) {
    switch (depth > MAX_DEPTH ? random.nextInt(3) : random.nextInt(8)) {
      case 0 -> out.nothing();
      case 1 -> string();
      case 2 -> reference();
      case 3 -> array(depth);
      default -> object(depth);
    }
  }

  private void string() {
    out.string("x".repeat(random.nextInt(3)));
    handles++;
  }

  private void reference() {
    if (handles == 0) {
      out.nothing();
    } else {
      out.handle(random.nextInt(handles));
    }
  }

  private void array(int depth) {
    out.tag(ObjectStreamConstants.TC_ARRAY);
    described(Object[].class, ObjectStreamConstants.SC_SERIALIZABLE, List.of());
    out.nothing();
    handles++;
    int length = random.nextInt(3);
    out.number(4, length);
    for (int i = 0; i < length; i++) {
      content(depth + 1);
    }
  }

  private void described(Class<?> type, int flags, List<Field> fields) {
    out.classOf(
        type.getName(),
        ObjectStreamClass.lookupAny(type).getSerialVersionUID(),
        flags,
        fields.size());
    handles++;
    for (Field field : fields) {
      if (field.isPrimitive()) {
        out.field(field.kind(), field.name());
      } else {
        out.field("Ljava/lang/Object;", field.name());
        handles++;
      }
    }
    out.end();
  }

  /** A field of a class in the stream. */
  private record Field(char kind, String name) {
    boolean isPrimitive() {
      return kind != 'L';
    }
  }

  /** A class in the stream, with what follows from it for its objects. */
  private record Described(int flags, List<Field> fields) {}

  private void object(int depth) {
    out.object();
    List<Described> chain = new ArrayList<>();
    int classes = 1 + random.nextInt(3) / 2;
    for (int i = 0; i < classes; i++) {
      chain.add(0, randomClass());
    }
    if (random.nextInt(50) == 0) {
      reference(); // above all, perhaps to itself
    } else {
      out.nothing();
    }
    handles++;
    Described lowest = chain.get(chain.size() - 1);
    if ((lowest.flags() & ObjectStreamConstants.SC_EXTERNALIZABLE) != 0) {
      written(depth);
      return;
    }
    for (Described at : chain) {
      for (Field field : at.fields()) {
        value(field, depth);
      }
      if ((at.flags() & ObjectStreamConstants.SC_WRITE_METHOD) != 0) {
        written(depth);
      }
    }
  }

  private Described randomClass() {
    Class<?> type = CLASSES.get(random.nextInt(CLASSES.size()));
    int flags = ObjectStreamConstants.SC_SERIALIZABLE;
    if (Externalizable.class.isAssignableFrom(type)) {
      flags = ObjectStreamConstants.SC_EXTERNALIZABLE | ObjectStreamConstants.SC_BLOCK_DATA;
    } else if (random.nextBoolean()) {
      flags |= ObjectStreamConstants.SC_WRITE_METHOD;
    }
    List<Field> fields = new ArrayList<>();
    ObjectStreamClass known = ObjectStreamClass.lookup(type);
    if (known != null && random.nextInt(3) > 0) {
      for (ObjectStreamField field : known.getFields()) {
        fields.add(new Field(field.isPrimitive() ? field.getTypeCode() : 'L', field.getName()));
      }
    }
    if (random.nextInt(3) == 0) {
      fields.add(0, new Field("BJI".charAt(random.nextInt(3)), "added"));
    }
    described(type, flags, fields);
    return new Described(flags, fields);
  }

  private void value(Field field, int depth) {
    switch (field.kind()) {
      case 'B', 'Z' -> pieces(1);
      case 'C', 'S' -> pieces(2);
      case 'F', 'I' -> pieces(4);
      case 'D', 'J' -> pieces(8);
      default -> content(depth + 1);
    }
  }

  /** The bytes of a number, often such as a class that reads itself takes for objects. */
  private void pieces(int count) {
    byte[] pieces = new byte[count];
    Arrays.fill(pieces, ObjectStreamConstants.TC_NULL);
    int kind = random.nextInt(4);
    if (kind == 0 && count > 1) {
      pieces[count - 2] = ObjectStreamConstants.TC_BLOCKDATA;
      pieces[count - 1] = (byte) random.nextInt(3);
    } else if (kind == 1) {
      Arrays.fill(pieces, (byte) 0);
      pieces[count - 1] = (byte) random.nextInt(3);
    } else if (kind == 2) {
      for (int i = 0; i < count; i++) {
        pieces[i] = PIECES[random.nextInt(PIECES.length)];
      }
    }
    out.raw(pieces);
  }

  private void written(int depth) {
    if (random.nextBoolean()) {
      block();
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      if (random.nextInt(3) == 0) {
        block();
      } else {
        content(depth + 1);
      }
    }
    out.end();
  }

  /** A number, or a class that a reader which is led astray would find. */
  private void block() {
    StreamWriter within = new StreamWriter();
    if (random.nextBoolean()) {
      out.block((byte) 0, (byte) 0, (byte) 0, (byte) random.nextInt(3));
    } else {
      Class<?> hidden = CLASSES.get(random.nextInt(CLASSES.size()));
      long version = ObjectStreamClass.lookupAny(hidden).getSerialVersionUID();
      within
          .object()
          .classOf(hidden.getName(), version, ObjectStreamConstants.SC_SERIALIZABLE, 0)
          .end()
          .nothing();
      byte[] bytes = within.bytes();
      out.block(Arrays.copyOfRange(bytes, 4, bytes.length));
    }
  }
}
