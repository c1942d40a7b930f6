package org.g2cl.cmi.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalInt;
import org.g2cl.cmi.core.HaException;
import org.g2cl.cmi.core.HaExtension;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;

/** Starts a {@link WatchServer} for each service whose settings have a {@code g2cl.status-port}. */
public final class WatchExtension implements HaExtension {
  @Override
  public Optional<AutoCloseable> start(HaService service) {
    OptionalInt port = service.settings().statusPort();
    if (port.isEmpty()) {
      return Optional.empty();
    }
    String host = service.settings().get(HaSetting.STATUS_ADDRESS);
    try {
      var address = new InetSocketAddress(InetAddress.getByName(host), port.getAsInt());
      return Optional.of(WatchServer.start(service, address));
    } catch (IOException e) {
      throw new HaException(
          "%s is %d and %s is '%s': nothing can listen there (%s); end what uses the port, choose another one, or 0 for a free one"
              .formatted(
                  HaSetting.STATUS_PORT.key(),
                  port.getAsInt(),
                  HaSetting.STATUS_ADDRESS.key(),
                  host,
                  e.getMessage()),
          e);
    }
  }

  @Override
  public boolean servesStatus() {
    return true;
  }
}
