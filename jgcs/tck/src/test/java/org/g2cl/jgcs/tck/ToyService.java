package org.g2cl.jgcs.tck;

import java.util.Arrays;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;

enum ToyService implements Service {
  BEST_EFFORT(ServiceNames.BEST_EFFORT),
  UNORDERED(ServiceNames.UNORDERED),
  FIFO(ServiceNames.FIFO),
  TOTAL_ORDER(ServiceNames.TOTAL_ORDER),
  SAFE(ServiceNames.SAFE);

  private final String serviceName;

  ToyService(String serviceName) {
    this.serviceName = serviceName;
  }

  static ToyService named(String name) throws UnsupportedServiceException {
    for (ToyService service : values()) {
      if (service.serviceName.equals(name)) {
        return service;
      }
    }
    throw new UnsupportedServiceException(
        "no service " + name + "; there are " + Arrays.toString(values()));
  }

  @Override
  public boolean satisfies(Service service) {
    return compareTo((ToyService) service) >= 0;
  }

  @Override
  public String toString() {
    return serviceName;
  }
}
