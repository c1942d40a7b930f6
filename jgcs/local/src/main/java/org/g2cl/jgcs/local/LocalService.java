package org.g2cl.jgcs.local;

import java.util.Arrays;
import java.util.List;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;

/** Qualities of service of a local network, from weak to strong. */
enum LocalService implements Service {
  BEST_EFFORT(ServiceNames.BEST_EFFORT),
  UNORDERED(ServiceNames.UNORDERED),
  FIFO(ServiceNames.FIFO),
  TOTAL_ORDER(ServiceNames.TOTAL_ORDER);

  private final String serviceName;

  LocalService(String serviceName) {
    this.serviceName = serviceName;
  }

  /** Tells whether messages of one sender are delivered in the order in which they were sent. */
  boolean ordered() {
    return compareTo(FIFO) >= 0;
  }

  static LocalService named(String name) throws UnsupportedServiceException {
    List<LocalService> all = Arrays.asList(values());
    return all.stream()
        .filter(service -> service.serviceName.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UnsupportedServiceException(
                    "engine 'local' has no service '%s'; it has: %s".formatted(name, all)));
  }

  @Override
  public boolean satisfies(Service service) {
    return compareTo((LocalService) service) >= 0;
  }

  @Override
  public String toString() {
    return serviceName;
  }
}
