package org.g2cl.cmi.watch;

import java.net.InetSocketAddress;
import java.util.regex.Pattern;

/**
 * Check of the Host header where a server is bound to loopback: a page of another site, whose name
 * was made to resolve to loopback, must not read what is here. The name that the server was bound
 * by is its own.
 */
final class HostCheck {
  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");
  private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");

  private final boolean loopback;
  private final String name;

  HostCheck(InetSocketAddress boundTo) {
    loopback = boundTo.getAddress().isLoopbackAddress();
    name = boundTo.getHostString();
  }

  boolean allows(String host) {
    return !loopback
        || (host != null
            && (LOOPBACK.matcher(host).matches()
                || PORT.matcher(host).replaceAll("").equals(name)));
  }
}
