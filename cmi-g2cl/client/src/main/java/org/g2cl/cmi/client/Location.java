package org.g2cl.cmi.client;

/**
 * Address of a server as clients see it, written {@code host:port}; the same text names the server
 * where backups are chosen.
 *
 * @param host name or address, IPv6 in brackets
 * @param port 1 to 65535
 */
public record Location(String host, int port) {
  private static final int MAX_PORT = 65_535;

  /** Checks the parts. */
  public Location {
    if (!host.matches("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]")) {
      throw new IllegalArgumentException(
          "host is '%s'; it must be a name, an IPv4 address or an IPv6 address in brackets"
              .formatted(host));
    }
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          "port of %s is %d; it must be 1 to %d".formatted(host, port, MAX_PORT));
    }
  }

  /**
   * Reads {@code host:port}.
   *
   * @throws IllegalArgumentException when the text has another form
   */
  public static Location parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1 || text.endsWith(":")) {
      throw new IllegalArgumentException(
          "server is '%s'; it must be host:port, for instance 127.0.0.1:4201".formatted(text));
    }
    return new Location(text.substring(0, colon), port(text, text.substring(colon + 1)));
  }

  private static int port(String text, String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "port of server '%s' is '%s'; it must be a number".formatted(text, digits), e);
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
