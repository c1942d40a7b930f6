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

/** {@code ./ha bench layers}. */
@Command(
    name = "layers",
    description = {
      "How long does a message and its acknowledgement take by each layer?",
      "Between two JVMs: plain socket, JGroups, jGCS, G2CL, MessageDispatcher (ours and JGroups'"
          + " own), and the call of a remote bean without and with a backup."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class LayersCommand extends RoundsCommand {
  private static final int MOST_BYTES = 16 * 1024 * 1024;

  @Option(
      names = "--sizes",
      paramLabel = "BYTES",
      split = ",",
      defaultValue = "1,100,1000,10000,100000,1000000,4194304",
      description = "Sizes of a message, 1 to 16777216.")
  private List<Integer> sizes;

  @Option(
      names = "--layers",
      paramLabel = "LAYER",
      split = ",",
      description = "Only these of: ${DEFAULT-VALUE}")
  private List<String> kinds = Kinds.LINKS;

  @Option(
      names = "--starts",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description = "Times that all is started anew (default: 6; with --quick 1).")
  private Integer starts;

  @Option(names = "--without-calls", description = "Leave the calls of beans out.")
  private boolean withoutCalls;

  @Override
  Report measure() {
    sizes(sizes, MOST_BYTES);
    kinds.forEach(kind -> oneOf("--layers", kind, Kinds.LINKS));
    starts(starts);
    return new Layers(settings(), workers(), this::say).run();
  }

  private LayersSettings settings() {
    return new LayersSettings(
        "layers",
        kinds,
        Subject.JGROUPS,
        !withoutCalls,
        sizes,
        rounds(),
        starts == null ? common.pick(6, 1) : starts,
        1,
        Duration.ZERO,
        common.pick(100, 20),
        common.pick(10_000, 50),
        common.out.resolve("stacks"),
        ThreadLocalRandom.current().nextLong(1_000_000));
  }
}
