package org.g2cl.jgcs.legacy;

import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;

/**
 * Qualities of service, from weak to strong; the settings say what each is called by the plug-in.
 */
enum LegacyService implements Service {
  BEST_EFFORT(ServiceNames.BEST_EFFORT, 0),
  UNORDERED(ServiceNames.UNORDERED, 1),
  FIFO(ServiceNames.FIFO, 2),
  TOTAL_ORDER(ServiceNames.TOTAL_ORDER, 3),
  SAFE(ServiceNames.SAFE, 4);

  private final String serviceName;
  private final int code;

  LegacyService(String serviceName, int code) {
    this.serviceName = serviceName;
    this.code = code;
  }

  /** Service of a code, or null. */
  static LegacyService ofCode(int code) {
    for (LegacyService service : values()) {
      if (service.code == code) {
        return service;
      }
    }
    return null;
  }

  /** Number on the wire. */
  int code() {
    return code;
  }

  boolean ordered() {
    return compareTo(FIFO) >= 0;
  }

  boolean inTotalOrder() {
    return compareTo(TOTAL_ORDER) >= 0;
  }

  @Override
  public boolean satisfies(Service service) {
    return compareTo((LegacyService) service) >= 0;
  }

  @Override
  public String toString() {
    return serviceName;
  }
}
