package org.g2cl.loadtest.command;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.load.LoadException;
import org.g2cl.loadtest.node.Starters;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Entry of the command line {@code ./ha}. */
@Command(
    name = "ha",
    description = "High availability for stateful session beans: see it work, run nodes, test it.",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      ChaosCommand.class,
      NodeCommand.class,
      WebCommand.class,
      StatusCommand.class,
      SimulateCommand.class,
      BenchCommand.class,
      LoadtestCommand.class,
      TestCommand.class,
      HelpCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done; for demo: no cart was harmed and no request failed",
      "1:demo: a cart was harmed, a request failed, or the counts do not agree; chaos: a promise was not kept; test: a test failed",
      "2:wrong usage: unknown command or option, or a value out of its range",
      "3:this machine: a tool, a port, memory or disk space is missing, a demo runs already, no peer answers",
      "4:a node or the test bed did not start or ended while it was needed",
      "130:interrupted by Ctrl-C (143 by SIGTERM)"
    },
    footer = {
      "",
      "The first command builds the project: about three minutes on two processors, with some 300 MB"
          + " of downloads. simulate builds only its half, so after it the first other command builds"
          + " the other half; bench and loadtest jonas add parts of their own. The first one after a"
          + " change builds again, in less time.",
      "Begin with: ./ha demo        More on a command: ./ha COMMAND --help"
    })
public final class Main implements Runnable {
  /** Kept here: a logger that nobody holds forgets its level. */
  private static final Logger POSTGRES_LOG = Logger.getLogger("io.zonky.test");

  /** One line for each look-up of a client, which does nothing with any server yet. */
  private static final Logger CONTEXT_LOG =
      Logger.getLogger("org.apache.openejb.client.event.RemoteInitialContextCreated");

  @Spec private CommandSpec spec;

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(commandLine(RealNodes.starters(), Main.class).execute(arguments));
  }

  /**
   * The command line.
   *
   * @param starters how it starts nodes
   * @param nodeClass main class of the processes that a demo starts
   */
  static CommandLine commandLine(Starters starters, Class<?> nodeClass) {
    POSTGRES_LOG.setLevel(Level.WARNING);
    CONTEXT_LOG.setLevel(Level.WARNING);
    CommandLine line = new CommandLine(new Main(), new Factory(starters, nodeClass));
    line.setUsageHelpAutoWidth(true);
    line.setHelpFactory(TidyHelp::new);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.registerConverter(Path.class, Checks::path);
    line.setExecutionStrategy(Main::run);
    line.setExecutionExceptionHandler(Main::explain);
    line.setParameterExceptionHandler(new Misuse());
    return line;
  }

  private static int run(ParseResult parsed) {
    for (ParseResult at = parsed; at.hasSubcommand(); at = at.subcommand()) {
      Checks.lists(at.subcommand());
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  /** Without a command: the help. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** A failure that we foresaw ends in a sentence, any other with its stack trace besides. */
  private static int explain(Exception failure, CommandLine line, ParseResult parsed) {
    PrintWriter err = line.getErr();
    err.println();
    if (failure instanceof UncheckedIOException io) {
      err.printf(
          "ha %s: a file cannot be written or read (%s): see that the disk has space and that the"
              + " files of --out are yours, or name another directory with --out%n",
          line.getCommandName(), io.getCause());
      return ExitCodes.ENVIRONMENT;
    }
    err.println("ha " + line.getCommandName() + ": " + failure.getMessage());
    if (failure instanceof BedException bed) {
      return bed.reason() == BedException.Cause.ENVIRONMENT
          ? ExitCodes.ENVIRONMENT
          : ExitCodes.FAILED;
    }
    if (!(failure instanceof LoadException)) {
      failure.printStackTrace(err);
    }
    return ExitCodes.FAILED;
  }

  /** Gives the commands that start nodes the starters. */
  private record Factory(Starters starters, Class<?> nodeClass) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      if (type == DemoCommand.class) {
        return type.cast(new DemoCommand(nodeClass.getName()));
      }
      if (type == ChaosCommand.class) {
        return type.cast(new ChaosCommand(nodeClass.getName()));
      }
      if (type == PaperCommand.class) {
        return type.cast(new PaperCommand(nodeClass.getName()));
      }
      if (type == FailoverCommand.class) {
        return type.cast(new FailoverCommand(nodeClass.getName()));
      }
      if (type == SoakCommand.class) {
        return type.cast(new SoakCommand(nodeClass.getName()));
      }
      if (type == ScaleCommand.class) {
        return type.cast(new ScaleCommand(nodeClass.getName()));
      }
      if (type == NodeCommand.class) {
        return type.cast(new NodeCommand(starters.business()));
      }
      if (type == WebCommand.class) {
        return type.cast(new WebCommand(starters.web()));
      }
      return CommandLine.defaultFactory().create(type);
    }
  }
}
