package org.g2cl.loadtest.command;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Answer to a wrong option or value: what is wrong, and where more stands. The whole help would
 * push the sentence out of sight.
 */
public final class Misuse implements IParameterExceptionHandler {
  /** For a command line. */
  public Misuse() {}

  @Override
  public int handleParseException(ParameterException misuse, String[] arguments) {
    CommandLine line = misuse.getCommandLine();
    String command = line.getCommandSpec().qualifiedName();
    PrintWriter err = line.getErr();
    err.println(command + ": " + misuse.getMessage());
    UnmatchedArgumentException.printSuggestions(misuse, err);
    err.println("All options: ./" + command + " --help");
    return ExitCodes.USAGE;
  }
}
