package org.g2cl.loadtest.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./ha loadtest}: comparisons with other systems. */
@Command(
    name = "loadtest",
    description = "Measure ours and another system side by side, in the same run.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "SYSTEM",
    subcommands = JonasCommand.class)
final class LoadtestCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a system: the help. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
