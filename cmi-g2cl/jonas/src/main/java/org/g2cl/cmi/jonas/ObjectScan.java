package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectStreamConstants;
import java.io.StreamCorruptedException;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
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
  private static final String JNDI_USERS = "org.ow2.jonas.";

  /** Of {@code nCopies}: how often it has its element, and that; Java 8 hashes each. */
  private static final String COPIES = "java.util.Collections$CopiesList";

  /** Kinds of the fields of classes of which a number is looked at. */
  private static final Map<String, List<Character>> FIELDS =
      Map.of(
          HashTables.COLLECTION,
          List.of('I'),
          COPIES,
          List.of('I', 'L'),
          Pattern.class.getName(),
          List.of('I', 'L'));

  /** Takes or refuses a class that the stream names. */
  interface Classes {
    /** Of an object, or an element of an array. */
    void check(String name) throws IOException;

    /** Of a proxy, its interfaces. */
    void checkInterface(String name) throws IOException;
  }

  private final StreamBytes in;
  private final Classes classes;
  private final ScanLimits limits = new ScanLimits();
  private final HashTables tables = new HashTables(limits);
  private final ScanTrail trail = new ScanTrail();

  /** Objects and classes, as the stream refers to them. */
  private final List<Object> handles = new ArrayList<>();

  private ObjectScan(byte[] stream, Classes classes) {
    this.in = new StreamBytes(stream);
    this.classes = classes;
  }

  /**
   * Looks a stream of one object through.
   *
   * @return what Java's reader has to find in it, for {@link HeldInput}
   * @throws IOException when a class is refused, a limit is passed, or it is no such stream
   */
  static ScanTrail check(byte[] stream, Classes classes) throws IOException {
    ObjectScan scan = new ObjectScan(stream, classes);
    try {
      scan.in.header();
      var unused = scan.content();
      return scan.trail;
    } catch (BufferUnderflowException e) {
      StreamCorruptedException cut = scan.in.corrupt("it is cut off");
      cut.initCause(e);
      throw cut;
    }
  }

  // ---------------------------------------------------------------- contents

  private StreamObject content() throws IOException {
    return content(in.next());
  }

  private StreamObject content(byte tag) throws IOException {
    limits.enter();
    try {
      return switch (tag) {
        case ObjectStreamConstants.TC_NULL -> StreamObject.NULL;
        case ObjectStreamConstants.TC_REFERENCE ->
            reference() instanceof StreamObject object ? object : StreamObject.NULL; // or a class
        case ObjectStreamConstants.TC_STRING, ObjectStreamConstants.TC_LONGSTRING ->
            passed(text(tag));
        case ObjectStreamConstants.TC_CLASS -> {
          var unused = ofClass(descriptor());
          yield held(StreamObject.of(null));
        }
        case ObjectStreamConstants.TC_ENUM -> passed(constant());
        case ObjectStreamConstants.TC_ARRAY -> passed(array());
        case ObjectStreamConstants.TC_OBJECT -> passed(object());
        case ObjectStreamConstants.TC_CLASSDESC, ObjectStreamConstants.TC_PROXYCLASSDESC -> {
          var unused = descriptor(tag);
          yield StreamObject.NULL;
        }
        default -> throw in.corrupt("tag %d is not expected".formatted(tag));
      };
    } finally {
      limits.leave();
    }
  }

  /** Notes that the reader is through with an object here. */
  private StreamObject passed(StreamObject object) {
    trail.addObject(in.position());
    return object;
  }

  private StreamClass ofClass(StreamClass type) throws IOException {
    if (type == null) {
      throw in.corrupt("a class is null");
    }
    return type;
  }

  private StreamObject held(StreamObject object) {
    handles.add(object);
    return object;
  }

  private Object reference() throws IOException {
    int index = in.number() - ObjectStreamConstants.baseWireHandle;
    if (index < 0 || index >= handles.size()) {
      throw in.corrupt("there is no handle " + index);
    }
    return handles.get(index);
  }

  /** A text, which the reader hands on only where it is an object of its own. */
  private StreamObject text(byte tag) throws IOException {
    return switch (tag) {
      case ObjectStreamConstants.TC_STRING -> held(StreamObject.ofText(in.text(in.length())));
      case ObjectStreamConstants.TC_LONGSTRING ->
          held(StreamObject.ofText(in.text(in.longLength())));
      default -> throw in.corrupt("tag %d is of no text".formatted(tag));
    };
  }

  private StreamObject constant() throws IOException {
    StreamObject constant = held(StreamObject.of(ofClass(descriptor())));
    limits.enter();
    var unused = text(in.next()); // its name
    limits.leave();
    return constant;
  }

  private StreamObject array() throws IOException {
    StreamClass type = ofClass(descriptor());
    StreamObject array = held(StreamObject.of(type));
    int length = in.number();
    if (type.name().length() < 2 || type.name().charAt(0) != '[' || length < 0) {
      throw in.corrupt("array %s of %d".formatted(type.name(), length));
    }
    int width = StreamClass.width(type.name().charAt(1));
    if (width > 0) {
      in.skip((long) width * length);
      return array;
    }
    for (int i = 0; i < length; i++) {
      array.add(content());
    }
    return array;
  }

  // ---------------------------------------------------------------- objects

  private StreamObject object() throws IOException {
    StreamClass type = ofClass(descriptor());
    StreamObject object = held(StreamObject.of(type));
    if (type.isExternalizable()) {
      if (!type.writesBlocks()) {
        throw in.corrupt("class %s writes itself in the form of Java 1.1".formatted(type.name()));
      }
      annotation(object, type);
      return object;
    }
    for (StreamClass at : type.chain()) {
      fields(object, at);
      if (at.writes()) {
        annotation(object, at);
      }
    }
    return object;
  }

  private void fields(StreamObject object, StreamClass type) throws IOException {
    for (char field : type.fields()) {
      int width = StreamClass.width(field);
      if (width == 0) {
        StreamObject value = content();
        object.add(value);
        checkName(type, value.text());
      } else if (FIELDS.containsKey(type.name())) {
        number(object, type, in.number());
      } else {
        in.skip(width);
      }
    }
  }

  /** Looks at the number that says what reading, or hashing, an object of such a class costs. */
  private void number(StreamObject object, StreamClass type, int number)
      throws InvalidObjectException {
    switch (type.name()) {
      case HashTables.COLLECTION -> tables.collection(number);
      case COPIES -> object.repeat(number);
      default -> checkFlags(number);
    }
  }

  private static void checkFlags(int flags) throws InvalidObjectException {
    if ((flags & Pattern.CANON_EQ) != 0) {
      throw new InvalidObjectException(
          "a pattern with the flag CANON_EQ is not read: a few accents in it take hours");
    }
  }

  private static void checkName(StreamClass type, String text) throws InvalidObjectException {
    if (text != null && type.name().startsWith(JNDI_USERS) && JndiName.isElsewhere(text)) {
      throw new InvalidObjectException(
          "%s names '%s', and a reference that is looked up elsewhere is not restored"
              .formatted(type.name(), text));
    }
  }

  /** What a class writes by itself. */
  private void annotation(StreamObject object, StreamClass type) throws IOException {
    HashTables.Table table = tables.table(type);
    for (byte tag = in.next(); tag != ObjectStreamConstants.TC_ENDBLOCKDATA; tag = in.next()) {
      if (tag == ObjectStreamConstants.TC_BLOCKDATA) {
        in.skip(Byte.toUnsignedInt(in.next()));
      } else if (tag == ObjectStreamConstants.TC_BLOCKDATALONG) {
        in.skip(Integer.toUnsignedLong(in.number()));
      } else {
        StreamObject part = content(tag);
        object.add(part);
        table.add(part);
      }
    }
    table.end();
  }

  // ---------------------------------------------------------------- classes

  private StreamClass descriptor() throws IOException {
    return descriptor(in.next());
  }

  private StreamClass descriptor(byte tag) throws IOException {
    if (tag == ObjectStreamConstants.TC_NULL) {
      return null;
    }
    if (tag == ObjectStreamConstants.TC_REFERENCE) {
      if (reference() instanceof StreamClass known && known.isDescribed()) {
        return known;
      }
      throw in.corrupt("a handle is of no class that has been described");
    }
    limits.enter();
    StreamClass found = new StreamClass();
    handles.add(found);
    if (tag == ObjectStreamConstants.TC_CLASSDESC) {
      described(found);
    } else if (tag == ObjectStreamConstants.TC_PROXYCLASSDESC) {
      proxy(found);
    } else {
      throw in.corrupt("tag %d is of no class".formatted(tag));
    }
    trail.addClass(in.position());
    annotation(StreamObject.of(null), found);
    found.below(descriptor());
    limits.checkHeight(found.height());
    limits.leave();
    return found;
  }

  private void described(StreamClass type) throws IOException {
    String name = in.text(in.length());
    in.skip(Long.BYTES); // its version
    int flags = in.next();
    int fields = in.length();
    if (fields > Short.MAX_VALUE) {
      throw in.corrupt(
          "%s has %d fields, which some readers take for none".formatted(name, fields));
    }
    for (int i = 0; i < fields; i++) {
      char kind = (char) in.next();
      in.skip(in.length()); // its name
      if (!type.addField(kind)) {
        throw in.corrupt("the fields of %s are not in order".formatted(name));
      }
      if (StreamClass.width(kind) == 0) {
        nameOfType();
      }
    }
    type.describe(name, flags);
    if (!FIELDS.getOrDefault(name, type.fields()).equals(type.fields())) {
      throw in.corrupt("%s has other fields than it has".formatted(name));
    }
    classes.check(name);
  }

  private void nameOfType() throws IOException {
    limits.enter();
    byte tag = in.next();
    if (tag != ObjectStreamConstants.TC_REFERENCE) {
      var unused = text(tag);
    } else if (!(reference() instanceof StreamObject known) || known.text() == null) {
      throw in.corrupt("the type of a field is no text");
    }
    limits.leave();
  }

  private void proxy(StreamClass type) throws IOException {
    int interfaces = in.number();
    if (interfaces < 0 || interfaces > in.remaining()) {
      throw in.corrupt("a proxy has %d interfaces".formatted(interfaces));
    }
    for (int i = 0; i < interfaces; i++) {
      classes.checkInterface(in.text(in.length()));
    }
    type.describe("", ObjectStreamConstants.SC_SERIALIZABLE);
  }
}
