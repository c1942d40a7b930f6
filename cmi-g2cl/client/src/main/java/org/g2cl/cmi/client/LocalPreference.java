package org.g2cl.cmi.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;

/** The servers on this machine, where there are any. */
final class LocalPreference implements Strategy {
  private static final int HOSTS = 1_000;

  private final BoundedMap<String, Boolean> known = new BoundedMap<>(HOSTS);

  @Override
  public List<Location> prefer(List<Location> servers) {
    return servers.stream().filter(server -> isLocal(server.host())).toList();
  }

  private boolean isLocal(String host) {
    Boolean local = known.get(host);
    if (local == null) {
      local = ask(host);
      known.put(host, local);
    }
    return local;
  }

  private static boolean ask(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      return address.isLoopbackAddress()
          || address.isAnyLocalAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false;
    }
  }
}
