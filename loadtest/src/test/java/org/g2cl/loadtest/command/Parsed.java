package org.g2cl.loadtest.command;

import picocli.CommandLine;

/** Commands with options that were read as {@link Main} reads them. */
final class Parsed {
  private Parsed() {}

  static <T> T with(T command, String... options) {
    new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(options);
    return command;
  }
}
