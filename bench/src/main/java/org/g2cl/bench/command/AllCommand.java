package org.g2cl.bench.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.g2cl.bench.worker.WorkerJvms;
import org.g2cl.bench.worker.Workers;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./ha bench all}. */
@Command(
    name = "all",
    description = "All measurements one after another; one that fails does not keep the rest back.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class AllCommand implements Callable<Integer> {
  private static final List<String> MEASUREMENTS =
      List.of("delivery", "overhead", "layers", "dispatcher", "ring", "sessions", "memory", "call");

  @Spec private CommandSpec spec;
  @Mixin private CommonOptions common;
  @Mixin private RoundsOption rounds;

  private Function<WorkerJvms, Workers> kind = jvms -> jvms;

  void use(Function<WorkerJvms, Workers> workers) {
    kind = workers;
  }

  @Override
  public Integer call() {
    CommandLine own = spec.commandLine();
    CommandLine line = Main.commandLine(kind).setOut(own.getOut()).setErr(own.getErr());
    int worst = 0;
    for (String measurement : MEASUREMENTS) {
      CommandSpec its = line.getSubcommands().get(measurement).getCommandSpec();
      worst = Math.max(worst, line.execute(arguments(measurement, its)));
    }
    return worst;
  }

  /** Options that were given, for a measurement that may lack some. */
  String[] arguments(String measurement, CommandSpec its) {
    List<String> arguments = new ArrayList<>(List.of(measurement, "--out=" + common.out));
    arguments.add("--heap=" + common.heap);
    if (common.quick) {
      arguments.add("--quick");
    }
    if (common.pin) {
      arguments.add("--pin");
    }
    if (rounds.wanted != null && its.findOption(RoundsOption.NAME) != null) {
      arguments.add(RoundsOption.NAME + "=" + rounds.wanted);
    }
    common.jvmOptions.forEach(option -> arguments.add("--jvm-option=" + option));
    return arguments.toArray(String[]::new);
  }
}
