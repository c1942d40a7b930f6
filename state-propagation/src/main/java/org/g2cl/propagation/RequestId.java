package org.g2cl.propagation;

/**
 * Identity of a request, given by the client and the same in all its retries.
 *
 * @param value 1 to 128 characters of ASCII
 */
public record RequestId(String value) {
  private static final int MAX_LENGTH = 128;
  private static final String MADE_UP = "-made-up-";

  /** Checks the length and the characters. */
  public RequestId {
    Identifiers.check("request id", value, MAX_LENGTH);
  }

  /** Id for a request that came without one, so that nobody will ask for its reply. */
  static RequestId madeUp(String unique) {
    return new RequestId(MADE_UP + unique);
  }

  boolean isMadeUp() {
    return value.startsWith(MADE_UP);
  }

  // Written out: what the compiler makes of a record is slow until C2 has compiled it.
  @Override
  public boolean equals(Object other) {
    return other instanceof RequestId that
        && value.hashCode() == that.value.hashCode()
        && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value;
  }
}
