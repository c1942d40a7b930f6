package org.g2cl.jgcs.spread;

import java.util.Arrays;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;
import net.sf.jgcs.spread.SpService;

/** Qualities of service, from weak to strong, each by the service of Spread that gives it. */
enum SpreadService implements Service {
  /** Spread's weakest one; its daemons treat it as the next. */
  BEST_EFFORT(ServiceNames.BEST_EFFORT, 0, Bits.UNRELIABLE),
  UNORDERED(ServiceNames.UNORDERED, 1, Bits.RELIABLE),
  FIFO(ServiceNames.FIFO, 2, Bits.FIFO),
  TOTAL_ORDER(ServiceNames.TOTAL_ORDER, 3, Bits.AGREED),
  SAFE(ServiceNames.SAFE, 4, Bits.SAFE);

  private final String serviceName;
  private final int code;
  private final int bit;

  SpreadService(String serviceName, int code, int bit) {
    this.serviceName = serviceName;
    this.code = code;
    this.bit = bit;
  }

  static SpreadService named(String name) throws UnsupportedServiceException {
    return Arrays.stream(values())
        .filter(service -> service.serviceName.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UnsupportedServiceException(
                    "engine 'spread' has no service '%s'; it has: %s"
                        .formatted(name, Arrays.toString(values()))));
  }

  /**
   * Service of the engine that gives what another one asks for.
   *
   * @throws ClassCastException when it is of another engine
   */
  static SpreadService of(Service service) {
    if (service instanceof SpService named) {
      return switch (named.guarantee()) {
        case Bits.UNRELIABLE -> BEST_EFFORT;
        case Bits.RELIABLE -> UNORDERED;
        case Bits.FIFO -> FIFO;
        case Bits.SAFE -> SAFE;
        default -> TOTAL_ORDER; // causal too, which it is more than
      };
    }
    return (SpreadService) service;
  }

  static SpreadService coded(int code) throws MalformedFrameException {
    for (SpreadService service : values()) {
      if (service.code == code) {
        return service;
      }
    }
    throw new MalformedFrameException("no service has the code " + code);
  }

  /** Number of this service in a {@link Tag}; never changed. */
  int code() {
    return code;
  }

  /** Bit of a message that fits into one frame. */
  int bit() {
    return bit;
  }

  /** Bit of the fragments of a message: at least fifo, so that they come in their order. */
  int fragmentBit() {
    return Math.max(bit, Bits.FIFO);
  }

  /** Tells whether messages of one sender are delivered in the order in which they were sent. */
  boolean ordered() {
    return compareTo(FIFO) >= 0;
  }

  @Override
  public boolean satisfies(Service service) {
    return compareTo(of(service)) >= 0;
  }

  @Override
  public String toString() {
    return serviceName;
  }
}
