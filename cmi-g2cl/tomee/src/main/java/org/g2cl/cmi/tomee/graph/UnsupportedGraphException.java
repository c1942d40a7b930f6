package org.g2cl.cmi.tomee.graph;

/**
 * Thrown when a graph holds what this form has no place for; Java serialization may have. Without a
 * stack trace, since it decides and is not shown.
 */
public final class UnsupportedGraphException extends Exception {
  private static final long serialVersionUID = 1L;

  UnsupportedGraphException(String message) {
    super(message, null, false, false);
  }

  static UnsupportedGraphException of(Class<?> type, String why) {
    return new UnsupportedGraphException("class " + type.getName() + " " + why);
  }
}
