package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectStreamConstants;
import java.io.StreamCorruptedException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Object stream, looked through before an object is made of it: its classes, and what reading it
 * may cost.
 *
 * <p>Reads the grammar of Java's object serialization specification, version 2. A class that writes
 * before its fields, or leaves them out without a call of {@code defaultWriteObject} or {@code
 * writeFields}, is against that specification and cannot be looked through. Not thread-safe.
 */
final class ObjectScan {
  static final int MAX_DEPTH = 400;
  static final int MAX_REFERENCES = 300_000;

  /** Steps that hash tables may need to be filled: keys hashed, and compared if all hash alike. */
  static final long MAX_HASHING = 500_000_000;

  /** What is allowed, as part of a sentence. */
  static final String RULE =
      "at most %d objects deep, of %d references, and with hash tables that %d steps fill"
          .formatted(MAX_DEPTH, MAX_REFERENCES, MAX_HASHING);

  private static final long NEVER = 1L << 40;
  private static final int HEADER_BYTES = 4;

  /** Of {@code List.of}, {@code Set.of} and {@code Map.of}; it has one field. */
  private static final String COLLECTION = "java.util.CollSer";

  private static final String JNDI_USERS = "org.ow2.jonas.";

  /** Names by which JNDI would ask whoever they say. */
  private static final Pattern URL = Pattern.compile("(?!java:)[A-Za-z][A-Za-z0-9+.-]*:.*");

  private static final Map<Character, Integer> WIDTHS =
      Map.of('B', 1, 'C', 2, 'D', 8, 'F', 4, 'I', 4, 'J', 8, 'S', 2, 'Z', 1);

  /** Keys that a full bucket keeps in order, so that it is searched quickly. */
  private static final Pattern ORDERED =
      Pattern.compile("java\\.(lang|math)\\.[A-Z][a-z]+\\w*|java\\.util\\.(UUID|Date)");

  /** Takes or refuses a class that the stream names. */
  interface Classes {
    /** Of an object, or an element of an array. */
    void check(String name) throws IOException;

    /** Of a proxy, its interfaces. */
    void checkInterface(String name) throws IOException;
  }

  /** What a handle stands for; its weight is the number of objects that hashing it may reach. */
  private static final class Item {
    private final Descriptor type;
    private final String text;
    private long weight = 1;

    Item(Descriptor type, String text) {
      this.type = type;
      this.text = text;
    }

    boolean isOrdered() {
      return text != null || (type != null && (type.isEnum() || type.isOrdered()));
    }
  }

  /** Class as the stream describes it. */
  private static final class Descriptor {
    private String name = "";
    private int flags;
    private final List<Character> fields = new ArrayList<>();
    private Descriptor above;

    /** How many classes its objects have fields of; 0 until it is described. */
    private int height;

    boolean has(int flag) {
      return (flags & flag) != 0;
    }

    boolean isEnum() {
      return has(ObjectStreamConstants.SC_ENUM);
    }

    boolean isOrdered() {
      return ORDERED.matcher(name).matches();
    }
  }

  private static final Item NULL = new Item(null, null);

  /** Steps between the keys in what a hash table of the JDK writes; others are none. */
  private static final Map<String, Integer> KEY_STEPS = new HashMap<>();

  static {
    KEY_STEPS.put("java.util.HashMap", 2);
    KEY_STEPS.put("java.util.Hashtable", 2);
    KEY_STEPS.put("java.util.concurrent.ConcurrentHashMap", 2);
    KEY_STEPS.put("java.util.HashSet", 1);
  }

  private final ByteBuffer in;
  private final Classes classes;
  private final List<Object> handles = new ArrayList<>();
  private int collection;
  private int depth;
  private int references;
  private long hashing;

  private ObjectScan(byte[] stream, Classes classes) {
    this.in = ByteBuffer.wrap(stream);
    this.classes = classes;
  }

  /**
   * Looks a stream of one object through.
   *
   * @throws IOException when a class is refused, a limit is passed, or it is no such stream
   */
  static void check(byte[] stream, Classes classes) throws IOException {
    ObjectScan scan = new ObjectScan(stream, classes);
    try {
      if (stream.length < HEADER_BYTES
          || scan.in.getShort() != ObjectStreamConstants.STREAM_MAGIC
          || scan.in.getShort() != ObjectStreamConstants.STREAM_VERSION) {
        throw scan.corrupt("it does not begin as one");
      }
      scan.content();
    } catch (BufferUnderflowException e) {
      StreamCorruptedException cut = scan.corrupt("it is cut off");
      cut.initCause(e);
      throw cut;
    }
  }

  private StreamCorruptedException corrupt(String why) {
    return new StreamCorruptedException(
        "no object stream that can be looked through: %s, at byte %d (a class with a writeObject of its own has to call defaultWriteObject first)"
            .formatted(why, in.position()));
  }

  private static InvalidObjectException tooMuch() {
    return new InvalidObjectException("a value or state may be " + RULE);
  }

  // ---------------------------------------------------------------- contents

  private Item content() throws IOException {
    return content(in.get());
  }

  private Item content(byte tag) throws IOException {
    if (++references > MAX_REFERENCES || ++depth > MAX_DEPTH) {
      throw tooMuch();
    }
    try {
      return switch (tag) {
        case ObjectStreamConstants.TC_NULL -> NULL;
        case ObjectStreamConstants.TC_REFERENCE ->
            reference() instanceof Item item ? item : NULL; // or a descriptor
        case ObjectStreamConstants.TC_STRING -> text(Short.toUnsignedInt(in.getShort()));
        case ObjectStreamConstants.TC_LONGSTRING -> text(in.getLong());
        case ObjectStreamConstants.TC_CLASS -> held(new Item(null, null), descriptor());
        case ObjectStreamConstants.TC_ENUM -> constant();
        case ObjectStreamConstants.TC_ARRAY -> array();
        case ObjectStreamConstants.TC_OBJECT -> object();
        case ObjectStreamConstants.TC_CLASSDESC, ObjectStreamConstants.TC_PROXYCLASSDESC -> {
          var unused = descriptor(tag);
          yield NULL;
        }
        default -> throw corrupt("tag %d is not expected".formatted(tag));
      };
    } finally {
      depth--;
    }
  }

  private Item held(Item item, Descriptor ofClass) throws IOException {
    if (ofClass == null) {
      throw corrupt("a class is null");
    }
    handles.add(item);
    return item;
  }

  private Object reference() throws IOException {
    int index = in.getInt() - ObjectStreamConstants.baseWireHandle;
    if (index < 0 || index >= handles.size()) {
      throw corrupt("there is no handle " + index);
    }
    return handles.get(index);
  }

  private Item text(long length) throws IOException {
    Item item = new Item(null, utf(length));
    handles.add(item);
    return item;
  }

  /** Compared with names in ASCII only, so modified UTF-8 may be taken for UTF-8. */
  private String utf(long length) throws IOException {
    if (length < 0 || length > in.remaining()) {
      throw corrupt("a text of %d bytes is cut off".formatted(length));
    }
    String text =
        new String(
            in.array(), in.arrayOffset() + in.position(), (int) length, StandardCharsets.UTF_8);
    skip(length);
    return text;
  }

  private void skip(long bytes) {
    if (bytes > in.remaining()) {
      throw new BufferUnderflowException();
    }
    in.position(in.position() + (int) bytes);
  }

  private Item constant() throws IOException {
    Descriptor type = descriptor();
    Item item = held(new Item(type, null), type);
    var unused = content(); // its name
    return item;
  }

  private Item array() throws IOException {
    Descriptor type = descriptor();
    Item item = held(new Item(type, null), type);
    int length = in.getInt();
    if (type.name.length() < 2 || type.name.charAt(0) != '[' || length < 0) {
      throw corrupt("array %s of %d".formatted(type.name, length));
    }
    Integer width = WIDTHS.get(type.name.charAt(1));
    if (width != null) {
      skip((long) width * length);
      return item;
    }
    for (int i = 0; i < length; i++) {
      add(item, content());
    }
    return item;
  }

  private static void add(Item item, Item part) {
    item.weight = Math.min(NEVER, item.weight + part.weight);
  }

  // ---------------------------------------------------------------- objects

  private Item object() throws IOException {
    Descriptor type = descriptor();
    Item item = held(new Item(type, null), type);
    Deque<Descriptor> chain = new ArrayDeque<>();
    for (Descriptor at = type; at != null; at = at.above) {
      chain.addFirst(at);
    }
    if (type.has(ObjectStreamConstants.SC_EXTERNALIZABLE)) {
      if (!type.has(ObjectStreamConstants.SC_BLOCK_DATA)) {
        throw corrupt("class %s writes itself in the form of Java 1.1".formatted(type.name));
      }
      annotation(item, type);
      return item;
    }
    for (Descriptor at : chain) {
      fields(item, at);
      if (at.has(ObjectStreamConstants.SC_WRITE_METHOD)) {
        annotation(item, at);
      }
    }
    return item;
  }

  private void fields(Item item, Descriptor type) throws IOException {
    for (char field : type.fields) {
      Integer width = WIDTHS.get(field);
      if (width != null) {
        if (type.name.equals(COLLECTION)) {
          collection = in.getInt() & 0xff;
        } else {
          skip(width);
        }
        continue;
      }
      Item value = content();
      add(item, value);
      if (value.text != null
          && type.name.startsWith(JNDI_USERS)
          && URL.matcher(value.text).matches()) {
        throw new InvalidObjectException(
            "%s names '%s', and a reference that is looked up elsewhere is not restored"
                .formatted(type.name, value.text));
      }
    }
  }

  /** What a class writes by itself. */
  private void annotation(Item item, Descriptor type) throws IOException {
    int step =
        type.name.equals(COLLECTION)
            ? collection - 1 // 1 is a list, 2 a set, 3 a map
            : KEY_STEPS.getOrDefault(type.name, 0);
    long unordered = 0;
    int index = 0;
    for (byte tag = in.get(); tag != ObjectStreamConstants.TC_ENDBLOCKDATA; tag = in.get()) {
      if (tag == ObjectStreamConstants.TC_BLOCKDATA) {
        skip(Byte.toUnsignedInt(in.get()));
      } else if (tag == ObjectStreamConstants.TC_BLOCKDATALONG) {
        skip(Integer.toUnsignedLong(in.getInt()));
      } else {
        Item part = content(tag);
        add(item, part);
        if (step > 0 && index % step == 0) {
          hash(part.weight);
          unordered += part.isOrdered() && !type.name.equals("java.util.Hashtable") ? 0 : 1;
        }
        index++;
      }
    }
    hash(unordered * unordered / 2);
  }

  private void hash(long steps) throws InvalidObjectException {
    hashing += steps;
    if (hashing > MAX_HASHING) {
      throw tooMuch();
    }
  }

  // ---------------------------------------------------------------- classes

  private Descriptor descriptor() throws IOException {
    return descriptor(in.get());
  }

  private Descriptor descriptor(byte tag) throws IOException {
    if (tag == ObjectStreamConstants.TC_NULL) {
      return null;
    }
    if (tag == ObjectStreamConstants.TC_REFERENCE) {
      if (reference() instanceof Descriptor known && known.height > 0) {
        return known;
      }
      throw corrupt("a handle is of no class that has been described");
    }
    if (++references > MAX_REFERENCES || ++depth > MAX_DEPTH) {
      throw tooMuch();
    }
    Descriptor found = new Descriptor();
    handles.add(found);
    if (tag == ObjectStreamConstants.TC_CLASSDESC) {
      described(found);
    } else if (tag == ObjectStreamConstants.TC_PROXYCLASSDESC) {
      proxy(found);
    } else {
      throw corrupt("tag %d is of no class".formatted(tag));
    }
    annotation(new Item(null, null), found);
    found.above = descriptor();
    found.height = found.above == null ? 1 : found.above.height + 1;
    if (found.height > MAX_DEPTH) {
      throw tooMuch();
    }
    depth--;
    return found;
  }

  private void described(Descriptor type) throws IOException {
    String name = utf(Short.toUnsignedInt(in.getShort()));
    skip(Long.BYTES);
    int flags = in.get();
    int fields = Short.toUnsignedInt(in.getShort());
    for (int i = 0; i < fields; i++) {
      char kind = (char) in.get();
      skip(Short.toUnsignedInt(in.getShort()));
      if (!WIDTHS.containsKey(kind)) {
        var unused = content(); // the name of its type
      } else if (i > 0 && !WIDTHS.containsKey(type.fields.get(i - 1))) {
        throw corrupt("the fields of %s are not in order".formatted(name));
      }
      type.fields.add(kind);
    }
    type.name = name;
    type.flags = flags;
    classes.check(name);
  }

  private void proxy(Descriptor type) throws IOException {
    int interfaces = in.getInt();
    if (interfaces < 0 || interfaces > in.remaining()) {
      throw corrupt("a proxy has %d interfaces".formatted(interfaces));
    }
    for (int i = 0; i < interfaces; i++) {
      classes.checkInterface(utf(Short.toUnsignedInt(in.getShort())));
    }
    type.flags = ObjectStreamConstants.SC_SERIALIZABLE;
  }
}
