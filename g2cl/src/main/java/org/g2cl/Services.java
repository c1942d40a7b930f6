package org.g2cl;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Service;
import net.sf.jgcs.UnsupportedServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Qualities of service of an engine, each resolved to itself or to the next stronger one. */
final class Services {
  private static final Logger LOG = LoggerFactory.getLogger(Services.class);

  /** An order as the engine gives it. */
  record Resolved(Order order, Service service) {}

  private final Map<Order, Resolved> byOrder = new EnumMap<>(Order.class);

  /** What is asked for each message that is sent. */
  private final Map<String, Resolved> byName = new HashMap<>();

  private final Map<Order, UnsupportedServiceException> missing = new EnumMap<>(Order.class);

  Services(Protocol protocol) throws GroupException {
    Map<Order, Service> offered = new EnumMap<>(Order.class);
    for (Order order : Order.values()) {
      try {
        offered.put(order, protocol.lookupService(order.serviceName()));
      } catch (UnsupportedServiceException e) {
        missing.put(order, e);
      }
    }
    for (Order order : Order.values()) {
      resolve(order, offered);
    }
  }

  private void resolve(Order order, Map<Order, Service> offered) {
    for (Order candidate : order.candidates()) {
      Service service = offered.get(candidate);
      if (service != null) {
        Resolved resolved = new Resolved(candidate, service);
        byOrder.put(order, resolved);
        byName.put(order.serviceName(), resolved);
        if (candidate != order) {
          LOG.debug(
              "engine has no service '{}'; the stronger '{}' stands in",
              order.serviceName(),
              candidate.serviceName());
        }
        return;
      }
    }
  }

  /** Service of the engine that gives this quality, or null when there is none. */
  Service any(String serviceName) {
    Resolved resolved = byOrder.get(Order.named(serviceName));
    return resolved == null ? null : resolved.service();
  }

  /** Services of the engine that keep no order between the messages of a sender. */
  Set<Service> withoutOrder() {
    Set<Service> services = new HashSet<>();
    byOrder.values().stream()
        .filter(resolved -> !resolved.order().ofSender())
        .forEach(resolved -> services.add(resolved.service()));
    byOrder.values().stream()
        .filter(resolved -> resolved.order().ofSender())
        .forEach(resolved -> services.remove(resolved.service()));
    return services;
  }

  Resolved resolve(String serviceName) throws UnsupportedServiceException {
    Resolved resolved = byName.get(serviceName);
    if (resolved == null) {
      throw new UnsupportedServiceException(
          "service '%s' is needed, but the engine has neither it nor a stronger one"
              .formatted(serviceName),
          missing.get(Order.named(serviceName)));
    }
    return resolved;
  }
}
