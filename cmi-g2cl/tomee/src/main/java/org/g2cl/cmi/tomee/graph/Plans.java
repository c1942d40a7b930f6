package org.g2cl.cmi.tomee.graph;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How the objects of each class are written, found out at the first one. A class keeps its number
 * from then on, so that one more class in a graph does not change the bytes of all others.
 * Thread-safe.
 */
final class Plans {
  /** Numbers of classes are below this. */
  static final int MAX_CLASSES = 4_096;

  private final GraphRules rules;
  private final Map<Class<?>, Plan> plans = new ConcurrentHashMap<>();
  private final Map<Class<?>, Description> names = new ConcurrentHashMap<>();
  private final AtomicInteger ids = new AtomicInteger();

  Plans(GraphRules rules) {
    this.rules = rules;
  }

  Plan of(Class<?> type) {
    Plan known = plans.get(type);
    return known == null ? plans.computeIfAbsent(type, this::make) : known;
  }

  /** Description of an enum or array class that is allowed. */
  Description name(Class<?> type) throws UnsupportedGraphException {
    Description known = names.get(type);
    if (known != null) {
      return known;
    }
    if (!rules.allows(type)) {
      throw UnsupportedGraphException.of(type, "is not allowed");
    }
    int id = id();
    return names.computeIfAbsent(type, named -> Description.named(id, named));
  }

  private int id() throws UnsupportedGraphException {
    int id = ids.getAndIncrement();
    if (id >= MAX_CLASSES) {
      ids.set(MAX_CLASSES);
      throw UnsupportedGraphException.because("graphs have more than %d classes".formatted(id));
    }
    return id;
  }

  private Plan make(Class<?> type) {
    try {
      return planned(type);
    } catch (UnsupportedGraphException e) {
      return new Plan.None(type, "has no form here: " + e.getMessage());
    }
  }

  private Plan planned(Class<?> type) throws UnsupportedGraphException {
    if (rules.isReference(type)) {
      return new ReferencePlan(type);
    }
    boolean isEnum = Enum.class.isAssignableFrom(type) && type != Enum.class;
    if (!rules.allows(isEnum && type.isAnonymousClass() ? type.getSuperclass() : type)) {
      return new Plan.None(type, "is not allowed");
    }
    Optional<Plan> fixed = Builtins.plan(type);
    if (fixed.isPresent()) {
      return fixed.get();
    }
    if (type.isArray()) {
      return new ArrayPlan(type);
    }
    return isEnum ? new EnumPlan(type) : fields(type);
  }

  private Plan fields(Class<?> type) throws UnsupportedGraphException {
    Optional<String> hook = Hooks.of(type);
    if (hook.isPresent()) {
      return new Plan.None(type, "has " + hook.get());
    }
    if (!rules.isOfApplication(type)) {
      return new Plan.None(type, "is of the platform");
    }
    if (!Serializable.class.isAssignableFrom(type)) {
      return fields(type, Tag.PLAIN, Description.PLAIN, Level.ofPlain(type));
    }
    String obstacle = Making.obstacle(type);
    if (!obstacle.isEmpty()) {
      return new Plan.None(type, "is " + obstacle);
    }
    List<Level> levels = Level.ofSerializable(type);
    for (Level level : levels) {
      if (!rules.allows(level.type())) {
        return new Plan.None(type, "extends one that is not allowed");
      }
    }
    return type.isRecord()
        ? fields(type, Tag.RECORD, Description.RECORD, levels)
        : fields(type, Tag.OBJECT, Description.OBJECT, levels);
  }

  private Plan fields(Class<?> type, byte tag, byte kind, List<Level> levels)
      throws UnsupportedGraphException {
    return new FieldsPlan(type, tag, Description.of(id(), kind, type, levels), levels);
  }
}
