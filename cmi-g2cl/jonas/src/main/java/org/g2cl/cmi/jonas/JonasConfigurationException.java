package org.g2cl.cmi.jonas;

/** Error in the configuration; its message names setting, value, rule and mend. */
public final class JonasConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JonasConfigurationException(String message) {
    super(message);
  }

  JonasConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * What a failure says, in words: of one of the JVM's that is no more than the name of a class, or
   * nothing.
   */
  static String reason(Throwable failure) {
    if (failure instanceof LinkageError) {
      return "a class is not seen, or is not the one that was compiled against: %s. Put its jar where CMI's class loader sees it, once"
          .formatted(failure);
    }
    return failure instanceof Error || failure.getMessage() == null
        ? failure.toString()
        : failure.getMessage();
  }
}
