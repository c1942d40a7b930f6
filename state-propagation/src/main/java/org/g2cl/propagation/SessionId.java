package org.g2cl.propagation;

/**
 * Identity of a session in the whole group, unguessable where clients present it.
 *
 * @param value 1 to 128 characters of ASCII
 */
public record SessionId(String value) implements Comparable<SessionId> {
  private static final int MAX_LENGTH = 128;

  /** Checks the length and the characters. */
  public SessionId {
    Identifiers.check("session id", value, MAX_LENGTH);
  }

  @Override
  public int compareTo(SessionId other) {
    return value.compareTo(other.value);
  }

  // Written out: what the compiler makes of a record is slow until C2 has compiled it.
  @Override
  public boolean equals(Object other) {
    return other instanceof SessionId that
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
