package org.g2cl.propagation;

import java.util.List;

/**
 * Identity of a request, given by the client and the same in all its retries.
 *
 * <p>An id that ends in {@code -} and at most 11 digits in base 36 (0 to 9, a to z, no leading
 * zero) is one of a series: of those that are alike up to there, the client gives higher numbers
 * later. A member then knows a request that comes too late: see {@link LateRequestException}.
 *
 * @param value 1 to 128 characters of ASCII
 */
public record RequestId(String value) {
  static final int MAX_LENGTH = 128;

  private static final String MADE_UP = "-made-up-";

  /** Before an id of which members tell each other that its reply had to leave. */
  static final String DISPLACED = "-displaced-";

  /** Ids of series are sent with some words before. */
  private static final int MAX_NUMBERED = 100;

  /** A longer end, as that of a UUID, is no number. */
  private static final int MAX_DIGITS = 11;

  /** Checks the length and the characters. */
  public RequestId {
    Identifiers.check("request id", value, MAX_LENGTH);
  }

  /**
   * Id that a client has given to a request.
   *
   * @throws IllegalArgumentException when it is not well formed, or begins as those that members
   *     give; the message says how, but not the id
   */
  public static RequestId ofClient(String value) {
    for (String reserved : List.of(MADE_UP, DISPLACED)) {
      if (value.startsWith(reserved)) {
        throw new IllegalArgumentException(
            "request id begins with '%s', as only ids that servers give may".formatted(reserved));
      }
    }
    return new RequestId(value);
  }

  /** Id for a request that came without one, so that nobody will ask for its reply. */
  static RequestId madeUp(String unique) {
    return new RequestId(MADE_UP + unique);
  }

  boolean isMadeUp() {
    return value.startsWith(MADE_UP);
  }

  /** Tells whether it is one of a series, and has a number in it. */
  boolean isNumbered() {
    int digits = value.length() - numberAt();
    boolean wellFormed =
        digits > 0
            && digits <= MAX_DIGITS
            && digits < value.length() - 1
            && value.length() <= MAX_NUMBERED;
    for (int i = numberAt(); wellFormed && i < value.length(); i++) {
      char digit = value.charAt(i);
      wellFormed = (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'z');
    }
    return wellFormed && (digits == 1 || value.charAt(numberAt()) != '0');
  }

  /** Index of the number, if there is one. */
  int numberAt() {
    return value.lastIndexOf('-') + 1;
  }

  /** Tells whether both, which are numbered, are of one series. */
  boolean isAlike(RequestId other) {
    int begin = numberAt();
    return begin == other.numberAt() && value.regionMatches(0, other.value, 0, begin);
  }

  /** Tells whether it was given later than another one of its series. */
  boolean isLaterThan(RequestId other) {
    int longer = value.length() - other.value.length();
    return longer > 0 || (longer == 0 && value.compareTo(other.value) > 0);
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
