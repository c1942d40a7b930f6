package org.g2cl.cmi.tomee.graph;

/**
 * Thrown when a graph holds what this form has no place for; Java serialization may have. Without a
 * stack trace, since it decides and is not shown.
 */
public final class UnsupportedGraphException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean overLimit;

  private UnsupportedGraphException(String message, boolean overLimit) {
    super(message, null, false, false);
    this.overLimit = overLimit;
  }

  static UnsupportedGraphException because(String message) {
    return new UnsupportedGraphException(message, false);
  }

  /** Of a graph that is too large or too deep. */
  static UnsupportedGraphException overLimit(String message) {
    return new UnsupportedGraphException(message, true);
  }

  static UnsupportedGraphException of(Class<?> type, String why) {
    return because("class " + type.getName() + " " + why);
  }

  /** Whether only this graph has no place, for it is too large or too deep. */
  public boolean isOverLimit() {
    return overLimit;
  }
}
