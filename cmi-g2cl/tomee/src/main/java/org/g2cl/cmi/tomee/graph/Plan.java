package org.g2cl.cmi.tomee.graph;

/** How objects of one class are written. */
abstract class Plan {
  final Class<?> type;

  Plan(Class<?> type) {
    this.type = type;
  }

  abstract void write(GraphOutput out, Object object) throws UnsupportedGraphException;

  /** Plan of a class that has none. */
  static final class None extends Plan {
    private final String why;

    None(Class<?> type, String why) {
      super(type);
      this.why = why;
    }

    @Override
    void write(GraphOutput out, Object object) throws UnsupportedGraphException {
      throw UnsupportedGraphException.of(type, why);
    }
  }
}
