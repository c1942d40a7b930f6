package org.g2cl.cmi.client;

import java.io.IOException;

/** What attempts tell about servers. */
interface Health {
  void answered(Location server);

  void failed(Location server, IOException reason);

  void failedOver(Location from, Location to);
}
