package org.g2cl.bench.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocols;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.worker.WorkerJvms;
import org.g2cl.bench.worker.Workers;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One measurement as a command: it measures, prints and writes. */
abstract class MeasurementCommand implements Callable<Integer> {
  @Spec CommandSpec spec;
  @Mixin CommonOptions common;

  private final long start = System.nanoTime();
  private Function<WorkerJvms, Workers> kind = jvms -> jvms;

  /** Measures with the options as parsed. */
  abstract Report measure();

  final void use(Function<WorkerJvms, Workers> workers) {
    kind = workers;
  }

  @Override
  public Integer call() {
    range("--heap", common.heap, 32, 16_384);
    Report report = measure();
    if (common.quick) {
      report.quick();
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println();
    report.lines().forEach(out::println);
    out.println();
    report.write(common.out).forEach(file -> out.println("written: " + file));
    out.flush();
    return 0;
  }

  /** Workers of the measurement. */
  final Workers workers() {
    return workers(jvms());
  }

  /** Workers that are started like these. */
  final Workers workers(WorkerJvms jvms) {
    return kind.apply(jvms);
  }

  final WorkerJvms jvms() {
    WorkerJvms jvms =
        new WorkerJvms(common.out.resolve("logs"), common.heap, common.jvmOptions, List.of(), null);
    return common.pin ? jvms.behind(WorkerJvms.ONE_PROCESSOR) : jvms;
  }

  final void say(String sentence) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - start) / 1e9, sentence);
    out.flush();
  }

  final void range(String option, long value, long least, long greatest) {
    if (value < least || value > greatest) {
      throw wrong(
          "%s %d is out of range: give a number from %d to %d"
              .formatted(option, value, least, greatest));
    }
  }

  /** Sizes of messages, each of a byte at least. */
  final void sizes(List<Integer> sizes, int greatest) {
    sizes.forEach(size -> range("--sizes", size, 1, greatest));
  }

  /** Times that something is started anew, where a number was given. */
  final void starts(Integer starts) {
    range("--starts", starts == null ? 1 : starts, 1, 1_000);
  }

  final void oneOf(String option, String value, List<String> known) {
    if (!known.contains(value)) {
      throw wrong(
          "%s '%s' is not known: give one or more of %s"
              .formatted(option, value, String.join(", ", known)));
    }
  }

  /** Refuses the name of an engine that has no binding here. */
  final void engine(String name) {
    try {
      Protocols.provider(name);
    } catch (GroupException e) {
      throw wrong("--engine: " + e.getMessage());
    }
  }

  final ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
