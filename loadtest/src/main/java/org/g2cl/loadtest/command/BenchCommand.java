package org.g2cl.loadtest.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Entry of {@code ./ha bench} in the list; the launcher hands it over to the module bench. */
@Command(
    name = "bench",
    description = "Measure the layers, with the papers' figures beside ours: ./ha bench --help",
    mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "The measurements are run by the launcher: type ./ha bench in the project's folder");
  }
}
