package org.g2cl.loadtest.command;

import java.util.List;

/** The command line, for tests of files that hold one. */
public final class ContainerCommands {
  private ContainerCommands() {}

  /** Fails when there is no such command or option, or a value is of the wrong kind. */
  public static void parse(List<String> words) {
    Main.commandLine(RealNodes.starters(), Main.class).parseArgs(words.toArray(String[]::new));
  }
}
