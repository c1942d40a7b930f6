package org.g2cl.bench.command;

import org.g2cl.bench.node.Joiner;
import org.g2cl.bench.node.JoinerSettings;
import org.g2cl.bench.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./ha bench joiner}. */
@Command(
    name = "joiner",
    description = {
      "What do calls notice while a joiner takes a copy of every session?",
      "One node owns all sessions and serves callers; a second one joins and is given a copy of"
          + " each."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class JoinerCommand extends MeasurementCommand {
  private static final int LINES = 8;

  @Option(
      names = "--sessions",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description = "Sessions of about 1 KB (default: 100000; with --quick 2000).")
  private Integer sessions;

  @Option(
      names = "--callers",
      paramLabel = "N",
      defaultValue = "4",
      description = "Callers at work meanwhile.")
  private int callers;

  @Option(
      names = "--pause",
      paramLabel = "MICROS",
      defaultValue = "2000",
      description = "Mean pause of a caller between two calls; 0: as fast as it goes.")
  private int pause;

  @Mixin private EngineOption engine;

  @Override
  Report measure() {
    engine(engine.name());
    int wanted = sessions == null ? common.pick(100_000, 2_000) : sessions;
    range("--sessions", wanted, callers, 10_000_000);
    range("--callers", callers, 1, 1_000);
    range("--pause", pause, 0, 10_000_000);
    JoinerSettings settings =
        new JoinerSettings(
            engine.name(),
            wanted,
            LINES,
            callers,
            pause,
            common.pick(2_000, 500),
            common.pick(10, 4));
    return new Joiner(settings, workers(), this::say).run();
  }
}
