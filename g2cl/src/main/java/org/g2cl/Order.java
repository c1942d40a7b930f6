package org.g2cl;

import java.util.List;
import net.sf.jgcs.ServiceNames;

/** Orders of delivery, with the stronger ones that may stand in where the engine lacks them. */
enum Order {
  BEST_EFFORT(0, ServiceNames.BEST_EFFORT),
  UNORDERED(1, ServiceNames.UNORDERED),
  FIFO(2, ServiceNames.FIFO),
  TOTAL_ORDER(3, ServiceNames.TOTAL_ORDER),
  SAFE(4, ServiceNames.SAFE);

  private static final Order[] VALUES = values();

  private final int code;
  private final String serviceName;

  Order(int code, String serviceName) {
    this.code = code;
    this.serviceName = serviceName;
  }

  /** Strength, and form on the wire. */
  int code() {
    return code;
  }

  String serviceName() {
    return serviceName;
  }

  /** Whether messages of one sender are delivered in the order in which they were sent. */
  boolean ofSender() {
    return code >= FIFO.code;
  }

  boolean total() {
    return code >= TOTAL_ORDER.code;
  }

  /** This order, then the stronger ones, weakest first. */
  List<Order> candidates() {
    return List.of(VALUES).subList(code, VALUES.length);
  }

  static Order at(int code) {
    return VALUES[code];
  }

  static int count() {
    return VALUES.length;
  }

  /** Order of that service name; refuses names that {@link ServiceNames} does not have. */
  static Order named(String serviceName) {
    for (Order order : VALUES) {
      if (order.serviceName.equals(serviceName)) {
        return order;
      }
    }
    throw new IllegalArgumentException(
        "service '" + serviceName + "' is unknown; use a constant of ServiceNames");
  }
}
