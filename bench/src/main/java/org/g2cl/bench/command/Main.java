package org.g2cl.bench.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Function;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.bench.worker.WorkerJvms;
import org.g2cl.bench.worker.Workers;
import org.g2cl.loadtest.command.Misuse;
import org.g2cl.loadtest.command.TidyHelp;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Entry of {@code ./ha bench}. */
@Command(
    name = "ha bench",
    description = {
      "Measure the layers, with the papers' figures beside ours.",
      "Each writes NAME.json and NAME-*.svg to target/bench and prints tables with machine, rounds"
          + " and spread. Use an otherwise idle machine; --quick only shows that it works."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "MEASUREMENT",
    commandListHeading = "%nMeasurements:%n",
    subcommands = {
      DeliveryCommand.class,
      OverheadCommand.class,
      LayersCommand.class,
      DispatcherCommand.class,
      RingCommand.class,
      SessionsCommand.class,
      MemoryCommand.class,
      JoinerCommand.class,
      CallCommand.class,
      AllCommand.class,
      JmhCommand.class,
      HelpCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:measured; whether targets are met is in the report",
      "2:wrong usage",
      "4:a measurement failed"
    },
    footer = {"", "Begin with: ./ha bench delivery --quick"})
public final class Main implements Runnable {
  private static final int FAILED = 4;

  @Spec private CommandSpec spec;

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(commandLine(jvms -> jvms).execute(arguments));
  }

  /**
   * The command line.
   *
   * @param workers what is used in place of workers in JVMs of their own
   */
  static CommandLine commandLine(Function<WorkerJvms, Workers> workers) {
    CommandLine line = new CommandLine(new Main(), new Factory(workers));
    line.setUsageHelpAutoWidth(true);
    line.setHelpFactory(TidyHelp::new);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(Main::explain);
    line.setParameterExceptionHandler(new Misuse());
    line.registerConverter(Path.class, Main::path);
    return line;
  }

  /** An empty path would be the working directory. */
  private static Path path(String value) {
    if (value.isBlank()) {
      throw new TypeConversionException("it is empty; name a directory");
    }
    return Path.of(value);
  }

  /** Without a command: the help. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int explain(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
    PrintWriter err = line.getErr();
    err.println();
    err.println("ha bench " + line.getCommandName() + ": " + failure.getMessage());
    if (!(failure instanceof BenchException)) {
      failure.printStackTrace(err);
    }
    return FAILED;
  }

  /** Gives the commands their workers. */
  private record Factory(Function<WorkerJvms, Workers> workers) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      K made = CommandLine.defaultFactory().create(type);
      if (made instanceof MeasurementCommand command) {
        command.use(workers);
      } else if (made instanceof AllCommand command) {
        command.use(workers);
      }
      return made;
    }
  }
}
