package org.g2cl.cmi.jonas;

import java.io.ObjectStreamConstants;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Class as an object stream describes it. Not thread-safe. */
final class StreamClass {
  private static final Map<Character, Integer> WIDTHS =
      Map.of('B', 1, 'C', 2, 'D', 8, 'F', 4, 'I', 4, 'J', 8, 'S', 2, 'Z', 1);

  /** Keys that a full bucket keeps in order, so that it is searched quickly. */
  private static final Pattern ORDERED =
      Pattern.compile("java\\.(lang|math)\\.[A-Z][a-z]+\\w*|java\\.util\\.(UUID|Date)");

  private String name = "";
  private int flags;
  private final List<Character> fields = new ArrayList<>();
  private StreamClass above;

  /** How many classes its objects have fields of; 0 until it is described. */
  private int height;

  /** Bytes of a value of a primitive type, by its letter; 0 for all other types. */
  static int width(char kind) {
    return WIDTHS.getOrDefault(kind, 0);
  }

  void describe(String name, int flags) {
    this.name = name;
    this.flags = flags;
  }

  /** Adds a field; false when one of an object was before it, and it is primitive. */
  boolean addField(char kind) {
    boolean inOrder =
        width(kind) == 0 || fields.isEmpty() || width(fields.get(fields.size() - 1)) > 0;
    fields.add(kind);
    return inOrder;
  }

  /** Ends its description. */
  void below(StreamClass superclass) {
    above = superclass;
    height = superclass == null ? 1 : superclass.height + 1;
  }

  boolean isDescribed() {
    return height > 0;
  }

  int height() {
    return height;
  }

  String name() {
    return name;
  }

  /** Kinds of its own fields, by letter. */
  List<Character> fields() {
    return Collections.unmodifiableList(fields);
  }

  /** The classes that its objects have fields of, the topmost first. */
  Iterable<StreamClass> chain() {
    Deque<StreamClass> chain = new ArrayDeque<>();
    for (StreamClass at = this; at != null; at = at.above) {
      chain.addFirst(at);
    }
    return chain;
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** Whether it writes something itself, beside its fields. */
  boolean writes() {
    return has(ObjectStreamConstants.SC_WRITE_METHOD);
  }

  boolean isExternalizable() {
    return has(ObjectStreamConstants.SC_EXTERNALIZABLE);
  }

  /** Whether what an externalizable class writes is in blocks that can be passed over. */
  boolean writesBlocks() {
    return has(ObjectStreamConstants.SC_BLOCK_DATA);
  }

  boolean isEnum() {
    return has(ObjectStreamConstants.SC_ENUM);
  }

  boolean isOrdered() {
    return ORDERED.matcher(name).matches();
  }
}
