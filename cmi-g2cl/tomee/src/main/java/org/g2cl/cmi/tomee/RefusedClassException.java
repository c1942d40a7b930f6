package org.g2cl.cmi.tomee;

import java.io.InvalidClassException;

/** Thrown when a class is not on a bean's list; the message names it, and the setting. */
final class RefusedClassException extends InvalidClassException {
  private static final long serialVersionUID = 1L;

  private final String type;
  private final String why;

  /**
   * Creates one.
   *
   * @param why why it is refused and what to do, to follow the word "is"
   */
  RefusedClassException(String type, String why) {
    super("class %s is %s".formatted(type, why)); // without its name, which would be told twice
    this.type = type;
    this.why = why;
  }

  /** Name of the class. */
  String type() {
    return type;
  }

  /** Why it is refused and what to do, to follow the word "is". */
  String why() {
    return why;
  }
}
