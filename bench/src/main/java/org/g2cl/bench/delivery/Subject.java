package org.g2cl.bench.delivery;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
      Arrays.stream(Layer.values()).map(layer -> new Subject(layer, JGROUPS)).toList();

  /** JGroups 4.2, which needs workers of its own. */
  public static final String JGROUPS4 = "jgroups4";

  /** The daemons' engine. */
  public static final String SPREAD = "spread";

  private static final Map<String, String> NAMES =
      Map.of(JGROUPS, "JGroups", JGROUPS4, "JGroups 4.2", SPREAD, "Spread");

  /**
   * jGCS and G2CL on an engine that is known by its name; JGroups 4.2 and Spread alone as well,
   * which this module has clients of.
   */
  public static List<Subject> on(String engine) {
    return Arrays.stream(Layer.values())
        .filter(layer -> layer != Layer.ALONE || NAMES.containsKey(engine))
        .map(layer -> new Subject(layer, engine))
        .toList();
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

  /** For people, for instance {@code jGCS on JGroups}. */
  public String label() {
    String name = NAMES.getOrDefault(engine, engine);
    return switch (layer) {
      case ALONE -> name + " alone";
      case JGCS -> "jGCS on " + name;
      case G2CL -> "G2CL on " + name;
    };
  }

  /** What this one is compared with: its engine alone, or the first where that is not measured. */
  Subject reference(List<Subject> measured) {
    Subject alone = new Subject(Layer.ALONE, engine);
    return measured.contains(alone) ? alone : measured.get(0);
  }
}
