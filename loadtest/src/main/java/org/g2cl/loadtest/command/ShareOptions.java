package org.g2cl.loadtest.command;

import org.g2cl.loadtest.bed.Compilers;
import org.g2cl.loadtest.bed.NodeShape;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options that say what share of the processors each node of a bed gets, and for what code. */
final class ShareOptions {
  @Option(
      names = "--nice",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Niceness of each node, 0 to 19: the higher, the more httpd, database and clients go before it when processors are short.")
  int nice;

  @Option(
      names = "--processors",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Processors that each node's JVM is told it has, by which it sizes its pools of threads; 0: all that there are.")
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
    Checks.range(spec, "--processors", processors, 0, 1_024);
  }

  /** A node with this share and a heap. */
  NodeShape shape(int heap) {
    return NodeShape.ofHeap(heap).withShare(nice, processors).with(compilers);
  }
}
