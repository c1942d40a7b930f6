package org.g2cl.cmi.client;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All listeners as one, which never throws. */
final class Listeners implements ClientListener {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  private final List<ClientListener> all = new CopyOnWriteArrayList<>();

  void add(ClientListener listener) {
    all.add(listener);
  }

  void remove(ClientListener listener) {
    all.remove(listener);
  }

  @Override
  public void serverSetAside(Location server, String reason) {
    tell(listener -> listener.serverSetAside(server, reason));
  }

  @Override
  public void serverBack(Location server) {
    tell(listener -> listener.serverBack(server));
  }

  @Override
  public void failedOver(Location from, Location to) {
    tell(listener -> listener.failedOver(from, to));
  }

  @Override
  public void serversChanged(List<Location> servers) {
    tell(listener -> listener.serversChanged(servers));
  }

  private void tell(Consumer<ClientListener> event) {
    for (ClientListener listener : all) {
      try {
        event.accept(listener);
      } catch (RuntimeException | Error e) { // also an Error, as of a class that cannot be loaded
        LOG.warn("{}: a listener failed", listener, e);
      }
    }
  }
}
