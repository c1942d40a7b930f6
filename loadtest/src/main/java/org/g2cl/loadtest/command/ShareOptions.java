package org.g2cl.loadtest.command;

import org.g2cl.loadtest.bed.Compilers;
import org.g2cl.loadtest.bed.NodeShape;
import org.g2cl.loadtest.bed.ProcessorShare;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that say what share of the processors each node of a bed gets, and for what code. */
final class ShareOptions {
  private static final double LEAST_LIMIT = 0.1;
  private static final int MOST_PROCESSORS = 1_024;

  @Option(
      names = "--nice",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Niceness of each node, 0 to 19: the higher, the more httpd, database and clients go before it when processors are short.")
  int nice;

  @Option(
      names = "--cpu",
      paramLabel = "X",
      defaultValue = "0",
      description =
          "Processors whose time each node may use at most, for instance 0.5 (Linux, as root: control groups); 0: no limit.")
  double cpu;

  @Option(
      names = "--processors",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Processors that each node's JVM is told it has, by which it sizes its pools of threads; 0: all that it finds, with --cpu those of the limit.")
  int processors;

  @Option(
      names = "--compilers",
      paramLabel = "first|all",
      defaultValue = "first",
      description =
          "Compilers of each node's JVM. first: C1, quick to start. all: C2, too, as servers that run for long; they need minutes of warm-up.")
  Compilers compilers;

  void check(CommandSpec spec) {
    Checks.range(spec, "--nice", nice, 0, 19);
    limit(spec, "--cpu", cpu);
    Checks.range(spec, "--processors", processors, 0, MOST_PROCESSORS);
  }

  /** Refuses what is no number, or less than any node is meant to get. */
  static void limit(CommandSpec spec, String option, double value) {
    boolean fits = value >= LEAST_LIMIT && value <= MOST_PROCESSORS;
    if (value != 0 && !fits) {
      throw new ParameterException(
          spec.commandLine(),
          "%s %s is out of range: give a number of processors from %s to %d, or 0 for no limit"
              .formatted(option, value, LEAST_LIMIT, MOST_PROCESSORS));
    }
  }

  /** A node with this share and a heap. */
  NodeShape shape(int heap) {
    return shape(heap, nice, cpu);
  }

  /** One of a tier with a niceness and a limit of its own; what is null is as for the others. */
  NodeShape shape(int heap, Integer otherNice, Double otherCpu) {
    ProcessorShare share =
        new ProcessorShare(
            otherNice == null ? nice : otherNice, otherCpu == null ? cpu : otherCpu, processors);
    return NodeShape.ofHeap(heap).with(share).with(compilers);
  }
}
