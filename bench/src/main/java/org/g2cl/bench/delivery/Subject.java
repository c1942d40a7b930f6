package org.g2cl.bench.delivery;

import java.util.List;
import java.util.Locale;

/**
 * System to be measured: a layer on an engine.
 *
 * @param layer layer that is called
 * @param engine name of the engine, as bindings announce it
 */
public record Subject(Layer layer, String engine) {
  /** Engine whose own interface can be measured without a binding. */
  public static final String JGROUPS = "jgroups";

  /** JGroups alone, jGCS on it and G2CL on that. */
  public static final List<Subject> ON_JGROUPS =
      List.of(
          new Subject(Layer.ALONE, JGROUPS),
          new Subject(Layer.JGCS, JGROUPS),
          new Subject(Layer.G2CL, JGROUPS));

  /** jGCS and G2CL on an engine that is known by its name alone. */
  public static List<Subject> on(String engine) {
    return List.of(new Subject(Layer.JGCS, engine), new Subject(Layer.G2CL, engine));
  }

  /** For instance {@code jgcs-jgroups}; read by {@link #of}. */
  public String id() {
    return layer.name().toLowerCase(Locale.ROOT) + "-" + engine;
  }

  /** Subject of an {@link #id()}. */
  public static Subject of(String id) {
    int dash = id.indexOf('-');
    return new Subject(
        Layer.valueOf(id.substring(0, dash).toUpperCase(Locale.ROOT)), id.substring(dash + 1));
  }

  /** For people, for instance {@code jGCS on jgroups}. */
  public String label() {
    return switch (layer) {
      case ALONE -> engine + " alone";
      case JGCS -> "jGCS on " + engine;
      case G2CL -> "G2CL on " + engine;
    };
  }
}
