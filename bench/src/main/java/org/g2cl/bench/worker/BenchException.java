package org.g2cl.bench.worker;

/** Failure of a measurement, told in a sentence. */
public final class BenchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates a failure without a cause. */
  public BenchException(String message) {
    super(message);
  }

  /** Creates a failure. */
  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
