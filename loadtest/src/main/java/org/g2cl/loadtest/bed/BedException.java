package org.g2cl.loadtest.bed;

/** Failure of the test bed, told in a sentence that says what happened and how to mend it. */
public final class BedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Who has to act. */
  public enum Cause {
    /** The machine or the settings: a tool, a port or memory is missing. */
    ENVIRONMENT,
    /** The bed: a part of it did not start or ended while it was needed. */
    BED
  }

  private final Cause reason;

  private BedException(Cause reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Failure that the user mends on the machine or in the options. */
  public static BedException environment(String message) {
    return new BedException(Cause.ENVIRONMENT, message, null);
  }

  /** Failure that the user mends on the machine or in the options. */
  public static BedException environment(String message, Throwable cause) {
    return new BedException(Cause.ENVIRONMENT, message, cause);
  }

  /** Failure of a part of the bed. */
  public static BedException bed(String message) {
    return new BedException(Cause.BED, message, null);
  }

  /** Failure of a part of the bed. */
  public static BedException bed(String message, Throwable cause) {
    return new BedException(Cause.BED, message, cause);
  }

  /** Who has to act. */
  public Cause reason() {
    return reason;
  }
}
