package org.g2cl.bench.command;

import java.util.List;
import org.g2cl.bench.node.Sessions;
import org.g2cl.bench.node.SessionsSettings;
import org.g2cl.bench.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./ha bench sessions}. */
@Command(
    name = "sessions",
    description = {
      "How fast are replicated sessions created, and what does reuse save?",
      "Sessions made one after another, then one call to each; tasks that each need a session, with"
          + " 0 to 256 finished sessions kept for reuse."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class SessionsCommand extends RoundsCommand {
  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "2",
      description = "Business nodes, a JVM each.")
  private int nodes;

  @Mixin private EngineOption engine;

  @Override
  Report measure() {
    engine(engine.name());
    range("--nodes", nodes, 1, 16);
    SessionsSettings settings =
        new SessionsSettings(
            engine.name(),
            nodes,
            common.pick(List.of(100, 300, 1_000, 3_000), List.of(5, 10, 20)),
            common.pick(List.of(0, 1, 4, 16, 64, 256), List.of(0, 4)),
            common.pick(2_000, 20),
            common.pick(16, 4),
            10,
            rounds());
    return new Sessions(settings, workers(), this::say).run();
  }
}
