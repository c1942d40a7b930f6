package org.g2cl.bench.command;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.g2cl.bench.node.CallCost;
import org.g2cl.bench.node.CallSettings;
import org.g2cl.bench.node.CallSystem;
import org.g2cl.bench.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./ha bench call}. */
@Command(
    name = "call",
    description = {
      "What does one synchronous backup cost a call of a stateful bean?",
      "A remote client calls two nodes that replicate and two that do not, in turn: one caller, and"
          + " 16."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class CallCommand extends RoundsCommand {
  @Option(
      names = "--lines",
      paramLabel = "N",
      split = ",",
      defaultValue = "10,1024",
      description = "Sizes of the state, in lines of about 100 bytes.")
  private List<Integer> lines;

  @Option(
      names = "--callers",
      paramLabel = "N",
      defaultValue = "16",
      description = "Callers of the load, each with a session of its own.")
  private int callers;

  @Option(
      names = "--system",
      paramLabel = "SYSTEM",
      split = ",",
      description = "Systems; one alone runs on one node.")
  private List<CallSystem> systems = List.of(CallSystem.values());

  @Mixin private EngineOption engine;

  @Override
  Report measure() {
    engine(engine.name());
    range("--callers", callers, 1, 256);
    lines.forEach(each -> range("--lines", each, 0, 100_000));
    CallSettings settings =
        new CallSettings(
            systems,
            engine.name(),
            lines,
            rounds(),
            common.pick(20, 2),
            common.pick(1_000, 100),
            callers,
            common.pick(2_000, 300),
            common.out.resolve("stacks"),
            ThreadLocalRandom.current().nextLong(1_000_000));
    return new CallCost(settings, workers(), this::say).run();
  }
}
