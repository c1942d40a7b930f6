package org.g2cl.loadtest.command;

import picocli.CommandLine;

/** Stands in for variables of the environment, which a JVM cannot give itself. */
final class Environment {
  private Environment() {}

  /** The command line, with a default for an option as its variable would give it. */
  static CommandLine with(CommandLine line, String option, String value) {
    return line.setDefaultValueProvider(
        argument -> argument.isOption() && isNamed(argument, option) ? value : null);
  }

  private static boolean isNamed(CommandLine.Model.ArgSpec argument, String option) {
    return ((CommandLine.Model.OptionSpec) argument).longestName().equals(option);
  }
}
