package org.g2cl.bench.command;

import java.util.List;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.wire.Overhead;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./ha bench overhead}. */
@Command(
    name = "overhead",
    description = {
      "How many bytes does each layer add to a message on the wire?",
      "Counted where the transport of JGroups writes to its sockets, without bundling and packing."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class OverheadCommand extends RoundsCommand {
  private static final int MESSAGES = 200;
  private static final int MOST_BYTES = 1_000_000;

  @Option(
      names = "--sizes",
      paramLabel = "BYTES",
      split = ",",
      defaultValue = "1,10,100,1000,10000",
      description = "Sizes of a message, 1 to 1000000.")
  private List<Integer> sizes;

  @Override
  Report measure() {
    sizes(sizes, MOST_BYTES);
    return new Overhead(
            sizes,
            common.pick(MESSAGES, MESSAGES / 4),
            rounds(),
            common.out.resolve("stacks"),
            workers(),
            this::say)
        .run();
  }
}
