package org.g2cl.cmi.client;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.naming.Context;
import org.apache.openejb.client.ClusterMetaData;

/**
 * The user's list of servers, and its form inside proxies.
 *
 * <p>Proxies carry it as one URI of our own scheme. That keeps our requests apart from those of
 * other users of OpenEJB's client in the same JVM, and it is how a proxy finds this client after
 * deserialization (see {@link FirstUse}).
 */
final class ProviderUrl {
  static final String SCHEME = "g2cl";

  private static final String EJBD = "ejbd://";
  private static final String PREFIX = SCHEME + ":///";

  private ProviderUrl() {}

  /** Reads {@code host:port,host:port}, each with or without {@code ejbd://}; twins count once. */
  static List<Location> parse(String text) {
    List<Location> servers = new ArrayList<>();
    for (String part : (text == null ? "" : text).split(",", -1)) {
      Location server = server(text, part.trim());
      if (!servers.contains(server)) {
        servers.add(server);
      }
    }
    return List.copyOf(servers);
  }

  private static Location server(String all, String part) {
    String address = part.startsWith(EJBD) ? part.substring(EJBD.length()) : part;
    if (address.endsWith("/")) {
      address = address.substring(0, address.length() - 1);
    }
    try {
      return Location.parse(address);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s is '%s'; it must be a list such as 127.0.0.1:4201,127.0.0.1:4202 or ejbd:// URLs: %s"
              .formatted(Context.PROVIDER_URL, all, e.getMessage()),
          e);
    }
  }

  static URI toUri(List<Location> servers) {
    String list = servers.stream().map(Location::toString).collect(Collectors.joining(","));
    return URI.create(PREFIX + list.replace("[", "%5B").replace("]", "%5D"));
  }

  static boolean isOurs(URI uri) {
    return uri != null && SCHEME.equals(uri.getScheme());
  }

  static List<Location> fromUri(URI uri) {
    return parse(uri.getPath().substring(1));
  }

  /** Servers of a list that a server told, without those that we cannot speak to. */
  static List<Location> ofView(ClusterMetaData told) {
    return Stream.of(told.getLocations())
        .map((URI uri) -> ofView(uri))
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  /** Server named by such a list, or null for one that we cannot speak to. */
  static Location ofView(URI uri) {
    boolean ours = "ejbd".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0;
    try {
      return ours ? new Location(uri.getHost(), uri.getPort()) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
