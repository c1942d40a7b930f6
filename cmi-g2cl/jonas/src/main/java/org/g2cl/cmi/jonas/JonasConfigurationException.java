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
}
