package org.g2cl.bench.command;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.g2cl.bench.delivery.Subject;
import org.g2cl.bench.layers.Kinds;
import org.g2cl.bench.layers.Layers;
import org.g2cl.bench.layers.LayersSettings;
import org.g2cl.bench.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** {@code ./ha bench dispatcher}. */
@Command(
    name = "dispatcher",
    description = {
      "Does a request and its response take longer through our MessageDispatcher than through"
          + " JGroups'?",
      "Both between the same two JVMs, on the same stack, in turns; connected anew several times at"
          + " each start."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class DispatcherCommand extends RoundsCommand {
  private static final List<String> DISPATCHERS =
      List.of(
          Kinds.DISPATCHER,
          Kinds.DISPATCHER_FIFO,
          Kinds.DISPATCHER_FIFO_DIRECT,
          Kinds.JGROUPS_DISPATCHER,
          Kinds.JGROUPS_DISPATCHER_OOB);

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      defaultValue = "100",
      description = "Size of a request; the target is for 100.")
  private int size;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description =
          "Time in all: as many measurements as fit, at least --rounds (default: 3; with --quick"
              + " 0).")
  private Double minutes;

  @Option(
      names = "--starts",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description = "Times that the JVMs are started anew (default: 8; with --quick 1).")
  private Integer starts;

  @Option(
      names = "--connections",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description =
          "Times at each start that the members are connected anew (default: 3; with --quick 1).")
  private Integer connections;

  @Override
  Report measure() {
    range("--size", size, 1, 1_000_000);
    starts(starts);
    range("--connections", connections == null ? 1 : connections, 1, 1_000);
    range("--minutes", minutes == null ? 0 : (long) Math.ceil(minutes), 0, 600);
    return new Layers(
            new LayersSettings(
                "dispatcher",
                DISPATCHERS,
                Subject.JGROUPS,
                false,
                List.of(size),
                rounds(),
                starts == null ? common.pick(8, 1) : starts,
                connections == null ? common.pick(3, 1) : connections,
                Duration.ofSeconds(
                    Math.round(60 * (minutes == null ? common.pick(3.0, 0.0) : minutes))),
                common.pick(200, 20),
                common.pick(4_000, 50),
                common.out.resolve("stacks"),
                ThreadLocalRandom.current().nextLong(1_000_000)),
            workers(),
            this::say)
        .run();
  }
}
