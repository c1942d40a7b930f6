package org.g2cl.bench.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.bench.delivery.Subject;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.ring.Ring;
import org.g2cl.bench.ring.RingSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./ha bench ring}. */
@Command(
    name = "ring",
    description = {
      "How long does a token take round a ring of members?",
      "All members in one JVM, on the engine without a network and on JGroups."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class RingCommand extends RoundsCommand {
  private static final String LOCAL = "local";

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      split = ",",
      defaultValue = LOCAL + "," + Subject.JGROUPS,
      description = "Engines.")
  private List<String> engines = new ArrayList<>();

  @Override
  Report measure() {
    Map<String, List<Integer>> members = new LinkedHashMap<>();
    engines.forEach(this::engine);
    for (String engine : engines) {
      members.put(
          engine,
          engine.equals(LOCAL)
              ? common.pick(List.of(10, 100), List.of(3, 10))
              : common.pick(List.of(2, 4, 8), List.of(3)));
    }
    RingSettings settings =
        new RingSettings(
            members,
            common.pick(List.of(10, 100, 1_000), List.of(2, 10)),
            rounds(),
            common.out.resolve("stacks"));
    return new Ring(settings, workers(), this::say).run();
  }
}
