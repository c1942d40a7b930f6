package org.g2cl.cmi.watch;

import java.net.InetAddress;
import java.util.regex.Pattern;

/**
 * Check of the Host header where a server is bound to loopback: a page of another site, whose name
 * was made to resolve to loopback, must not read what is here.
 */
final class HostCheck {
  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

  boolean allows(InetAddress boundTo, String host) {
    return !boundTo.isLoopbackAddress() || (host != null && LOOPBACK.matcher(host).matches());
  }
}
