package org.g2cl.loadtest.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./ha loadtest}: experiments. */
@Command(
    name = "loadtest",
    description =
        "Experiments: ours and other systems side by side, failures under load, growth, load for long.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "EXPERIMENT",
    subcommands = {
      PaperCommand.class,
      FailoverCommand.class,
      ScaleCommand.class,
      SoakCommand.class,
      JonasCommand.class
    })
final class LoadtestCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without an experiment: the help. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
