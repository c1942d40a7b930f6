package org.g2cl.loadtest.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Entry of {@code ./ha simulate} in the list; the launcher hands it over to the module simulate.
 */
@Command(
    name = "simulate",
    description = "Run the protocol on virtual time under seeded failures: ./ha simulate --help",
    mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "The simulation is run by the launcher: type ./ha simulate in the project's folder");
  }
}
