package org.g2cl.bench.node;

import java.util.Locale;

/** System whose calls are measured. */
public enum CallSystem {
  /** Nodes without replication, called by our client. */
  UNREPLICATED,
  /** Nodes that keep one synchronous backup of each session, called by our client. */
  REPLICATED,
  /** The nodes without replication, called by OpenEJB's own client. */
  STOCK;

  /** Name in reports. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
