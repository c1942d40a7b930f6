package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.DatabaseAccess;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.bed.Workspace;
import org.g2cl.loadtest.command.Comparison.Speed;
import org.g2cl.loadtest.report.Report;
import org.g2cl.loadtest.report.Slice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./ha demo}: the whole way once. */
@Command(
    name = "demo",
    description = {
      "See it work: nine nodes serve a shopping cart under load, one is killed, none of the carts is harmed.",
      "Six business nodes, two web nodes, Apache httpd and PostgreSQL start on 127.0.0.1; 50 clients shop"
          + " for a minute; the node with most carts gets kill -9 at a third of the run, a fresh one is"
          + " started and joins; then every cart and order is audited."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no cart was harmed and no request failed",
      "1:a cart was harmed, a request failed, or the counts do not agree",
      "2:wrong usage",
      "3:a tool, a port, memory or disk space is missing, or a demo runs already",
      "4:the bed did not start or a part of it ended",
      "130:interrupted"
    },
    footer = {"", "Results: DIR/report.html, DIR/report.json, DIR/logs."})
final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DemoOptions options;

  @Option(
      names = "--compare",
      description =
          "Run without replication, with it, and without it again, and print the ratio of the medians.")
  private boolean compare;

  private final String nodeClass;

  DemoCommand(String nodeClass) {
    this.nodeClass = nodeClass;
  }

  @Override
  public Integer call() throws InterruptedException {
    options.check(spec);
    if (compare && !options.replicates()) {
      throw new ParameterException(
          spec.commandLine(),
          "--compare runs without replication and with it: leave --replication off out");
    }
    Terminal terminal =
        new Terminal(spec.commandLine().getOut(), Boolean.getBoolean("ha.terminal"));
    Tools tools = Tools.find();
    BedSettings settings = options.bed(options.out, options.replicates(), nodeClass);
    Tools.requireMemory(settings.memory(), BedOptions.FEWER);
    settings.database().ifPresent(DatabaseAccess::requireReachable); // before the last report goes
    try (Workspace workspace = Workspace.take(options.out)) {
      workspace
          .leftovers()
          .forEach(
              name -> terminal.say("Ended " + name + ", left over from a demo that was killed"));
      if (compare) {
        return compare(terminal, tools);
      }
      return run(terminal, tools, options.out, options.replicates()).harmless()
          ? ExitCodes.OK
          : ExitCodes.HARM;
    }
  }

  private int compare(Terminal terminal, Tools tools) throws InterruptedException {
    Report before = run(terminal, tools, options.out.resolve(Workspace.OFF), false);
    Report on = run(terminal, tools, options.out, true);
    Report after = run(terminal, tools, options.out.resolve(Workspace.OFF_AGAIN), false);
    var comparison = new Comparison(speed(before), speed(after));
    terminal.line("");
    terminal.line(comparison.line("", speed(on)));
    Slice calm = on.phases().get(ReportMaker.BEFORE_KILL);
    if (calm != null) {
      terminal.line(
          comparison.line(
              ", until the kill", new Speed(calm.p50Millis(), calm.throughputPerSecond())));
    }
    return before.harmless() && on.harmless() && after.harmless() ? ExitCodes.OK : ExitCodes.HARM;
  }

  private static Speed speed(Report report) {
    return new Speed(report.p50Millis(), report.throughputPerSecond());
  }

  private Report run(Terminal terminal, Tools tools, Path directory, boolean replicated)
      throws InterruptedException {
    return new Demo(terminal, tools, options.bed(directory, replicated, nodeClass), options).run();
  }
}
