package org.g2cl.registry;

/** Rules of names. */
final class Names {
  static final int MAX_LENGTH = 1024;

  private Names() {}

  static String checked(String name) {
    boolean wrong =
        name.isEmpty()
            || name.length() > MAX_LENGTH
            || name.startsWith("/")
            || name.endsWith("/")
            || name.contains("//");
    if (wrong) {
      throw new IllegalArgumentException(
          "name '%s' must be 1 to %d characters, parts joined by single '/'"
              .formatted(name.length() > 80 ? name.substring(0, 80) + "..." : name, MAX_LENGTH));
    }
    return name;
  }

  /** Whether the name is that prefix or below it. */
  static boolean within(String name, String prefix) {
    return prefix.isEmpty()
        || name.equals(prefix)
        || (name.length() > prefix.length()
            && name.startsWith(prefix)
            && name.charAt(prefix.length()) == '/');
  }
}
