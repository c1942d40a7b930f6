package org.g2cl.propagation;

/** Checks of ids and names that come from clients and over the wire. */
final class Identifiers {
  private Identifiers() {}

  static void check(String what, String value, int maxLength) {
    checkLength(what, value, maxLength);
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) <= ' ' || value.charAt(i) > '~') {
        throw new IllegalArgumentException(
            "%s holds the character 0x%x at %d; allowed is printable ASCII without blanks"
                .formatted(what, (int) value.charAt(i), i));
      }
    }
  }

  static void checkLength(String what, String value, int maxLength) {
    if (value.isEmpty() || value.length() > maxLength) {
      throw new IllegalArgumentException(
          "%s has %d characters; allowed are 1 to %d".formatted(what, value.length(), maxLength));
    }
  }
}
