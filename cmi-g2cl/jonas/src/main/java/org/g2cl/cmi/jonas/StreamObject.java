package org.g2cl.cmi.jonas;

/** Object as an object stream has it, as far as the scan needs to know it. Not thread-safe. */
final class StreamObject {
  /** What no limit allows. */
  static final long NEVER = 1L << 40;

  static final StreamObject NULL = new StreamObject(null, null);

  private final StreamClass type;
  private final String text;
  private long weight = 1;
  private int times = 1;

  private StreamObject(StreamClass type, String text) {
    this.type = type;
    this.text = text;
  }

  /** Object of a class, or of one that does not matter, null. */
  static StreamObject of(StreamClass type) {
    return new StreamObject(type, null);
  }

  static StreamObject ofText(String text) {
    return new StreamObject(null, text);
  }

  /** The text that it is, or null. */
  String text() {
    return text;
  }

  /** How many objects hashing it may reach. */
  long weight() {
    return weight;
  }

  void add(StreamObject part) {
    weight = Math.min(NEVER, weight + times * Math.min(part.weight, NEVER / times));
  }

  /** Says that hashing it reaches each part, added from now on, that often. */
  void repeat(int count) {
    times = Math.max(1, count);
  }

  /** Whether it is a constant, which nobody can make hash as another one does. */
  boolean isConstant() {
    return type != null && type.isEnum();
  }

  /**
   * Class of a key that a full bucket of a hash table keeps in order among those of that class, so
   * that it is found fast; null when there is no order.
   */
  String ordered() {
    return text != null
        ? String.class.getName()
        : type != null && type.isOrdered() ? type.name() : null;
  }
}
