package org.g2cl.bench.command;

import java.util.List;
import org.g2cl.bench.node.Memory;
import org.g2cl.bench.node.MemorySettings;
import org.g2cl.bench.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./ha bench memory}. */
@Command(
    name = "memory",
    description = {
      "How much heap does a session take at its owner and at its backup?",
      "Measured for rising numbers and sizes of sessions, and against a formula fitted to all but"
          + " the largest number; once each, since heap after full collections hardly varies."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class MemoryCommand extends MeasurementCommand {
  @Option(
      names = "--nodes",
      paramLabel = "1|2",
      defaultValue = "2",
      description = "Business nodes, a JVM each; the second keeps the copies.")
  private int nodes;

  @Mixin private EngineOption engine;

  @Override
  Report measure() {
    engine(engine.name());
    range("--nodes", nodes, 1, 2);
    MemorySettings settings =
        new MemorySettings(
            engine.name(),
            nodes,
            common.pick(500, 50),
            common.pick(List.of(1_000, 2_000, 4_000, 8_000, 16_000), List.of(100, 200, 400)),
            common.pick(List.of(0, 10, 40), List.of(0, 10)));
    return new Memory(settings, workers(), this::say).run();
  }
}
