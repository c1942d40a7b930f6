package org.g2cl.propagation;

/**
 * Identity of a request, given by the client and the same in all its retries.
 *
 * @param value 1 to 128 characters of ASCII
 */
public record RequestId(String value) {
  private static final int MAX_LENGTH = 128;

  /** Checks the length and the characters. */
  public RequestId {
    Identifiers.check("request id", value, MAX_LENGTH);
  }

  @Override
  public String toString() {
    return value;
  }
}
