package org.g2cl.cmi.client;

import java.util.List;

/** Listener that writes down what it is told. */
record RecordingListener(List<String> events) implements ClientListener {
  @Override
  public void serverSetAside(Location server, String reason) {
    events.add("aside " + server);
  }

  @Override
  public void failedOver(Location from, Location to) {
    events.add(from + " -> " + to);
  }
}
