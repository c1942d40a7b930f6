package org.g2cl.cmi.jonas;

import java.util.regex.Pattern;

/** Names by which JNDI would ask whoever they say, and not this server's own. */
final class JndiName {
  private static final Pattern URL =
      Pattern.compile("(?!java:)[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);

  private JndiName() {}

  static boolean isElsewhere(String name) {
    return URL.matcher(name).matches();
  }
}
