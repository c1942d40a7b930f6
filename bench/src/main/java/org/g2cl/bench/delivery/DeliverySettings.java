package org.g2cl.bench.delivery;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.spi.ProtocolProvider;

/**
 * How the delivery rate is measured.
 *
 * @param transports stacks of JGroups, {@code tcp} and {@code udp}
 * @param subjects systems to be compared; the first is what the others are compared with
 * @param members members of each group
 * @param sizes bytes of a message
 * @param messages messages that each member sends in a round
 * @param rounds least measured rounds of each system and size, over all starts
 * @param duration how long a transport is measured: there are as many rounds as fit; zero for the
 *     least
 * @param warmups most rounds before them at each start that do not count; fewer when rounds do not
 *     get faster any more
 * @param starts times that the members are started anew, so that what a JVM's compiler happens to
 *     do falls into the spread
 * @param transportSettings attributes of JGroups' transport other than the stack's
 * @param engineSettings further settings of engines, by {@code engine.key}
 * @param folder for stack files
 * @param seed of the orders in which groups are formed and systems and sizes take turns
 */
public record DeliverySettings(
    List<String> transports,
    List<Subject> subjects,
    int members,
    List<Integer> sizes,
    int messages,
    int rounds,
    Duration duration,
    int warmups,
    int starts,
    Map<String, String> transportSettings,
    Map<String, String> engineSettings,
    Path folder,
    long seed) {
  /** Copies the lists. */
  public DeliverySettings {
    transports = List.copyOf(transports);
    subjects = List.copyOf(subjects);
    sizes = List.copyOf(sizes);
    transportSettings = Map.copyOf(transportSettings);
    engineSettings = Map.copyOf(engineSettings);
  }

  /** Whether a layer on an engine that packs small messages is measured, and lets it. */
  boolean packs() {
    return subjects.stream()
        .filter(subject -> subject.layer() != Layer.ALONE)
        .map(Subject::engine)
        .filter(List.of(Subject.JGROUPS, Subject.JGROUPS4)::contains)
        .anyMatch(engine -> !"false".equals(of(engine, Map.of()).get(ProtocolProvider.PACKING)));
  }

  /** Settings of an engine, besides those given here. */
  Map<String, String> of(String engine, Map<String, String> common) {
    return of(engine, engineSettings, common);
  }

  /**
   * Settings of an engine.
   *
   * @param all settings by {@code engine.key}
   * @param common those that it has besides
   */
  public static Map<String, String> of(
      String engine, Map<String, String> all, Map<String, String> common) {
    Map<String, String> own = new LinkedHashMap<>(common);
    String prefix = engine + ".";
    all.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            own.put(key.substring(prefix.length()), value);
          }
        });
    return own;
  }
}
