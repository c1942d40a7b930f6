package org.g2cl.cmi.jonas;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ow2.cmi.controller.server.filter.IFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Filters that all servers and clients choose with, one of each class. Thread-safe. */
final class GlobalFilters {
  private static final Logger LOG = LoggerFactory.getLogger(GlobalFilters.class);
  private static final String FILTERS = "filter";

  private final SharedFacts facts;
  private final SharedValues values;
  private final String self;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /**
   * Creates them on facts.
   *
   * @param self of this member, for messages
   */
  GlobalFilters(SharedFacts facts, SharedValues values, String self) {
    this.facts = facts;
    this.values = values;
    this.self = self;
  }

  private static String fact(String type) {
    return FILTERS + "/" + type;
  }

  private static String type(IFilter filter) {
    return ObjectPath.encode(filter.getClass().getName());
  }

  /** Those that this server can read: with one that it cannot, it chooses without it. */
  List<IFilter> all() {
    List<IFilter> filters = new ArrayList<>();
    List<String> types = facts.children(FILTERS);
    told.retainAll(types);
    for (String type : types) {
      facts.get(fact(type)).flatMap(bytes -> read(type, bytes)).ifPresent(filters::add);
    }
    return filters;
  }

  private Optional<IFilter> read(String type, byte[] bytes) {
    try {
      return Optional.of((IFilter) values.decode(fact(type), bytes));
    } catch (RuntimeException | LinkageError e) {
      if (told.add(type)) {
        LOG.error(
            "{}: filter {} is set for all servers, and is left out here: {}. Put its class on this"
                + " server, and name it in {} where that is the reason, or remove the filter",
            self,
            ObjectPath.decode(type),
            e.getMessage(),
            ClassAllowList.SETTING);
      }
      return Optional.empty();
    }
  }

  void add(IFilter filter) {
    if (!(filter instanceof java.io.Serializable)) {
      throw new IllegalArgumentException(
          "filter %s is not serializable; make it so, all servers use it"
              .formatted(filter.getClass().getName()));
    }
    facts.setIfAbsent(fact(type(filter)), values.encode(filter.getClass().getName(), filter));
  }

  void remove(IFilter filter) {
    facts.remove(fact(type(filter)));
  }
}
