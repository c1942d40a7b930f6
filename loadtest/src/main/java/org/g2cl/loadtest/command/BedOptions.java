package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.NodeShape;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of a bed with business and web nodes. */
final class BedOptions {
  /** What to do where memory is short, for {@link org.g2cl.loadtest.bed.Tools#requireMemory}. */
  static final String FEWER = "start fewer nodes with --business-nodes";

  @Option(
      names = "--business-nodes",
      paramLabel = "N",
      defaultValue = "6",
      description = "Business nodes at the start.")
  int businessNodes;

  @Option(names = "--web-nodes", paramLabel = "N", defaultValue = "2", description = "Web nodes.")
  int webNodes;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "128",
      description = "Heap of a business node.")
  int heap;

  @Option(
      names = "--web-heap",
      paramLabel = "MB",
      defaultValue = "128",
      description = "Heap of a web node.")
  int webHeap;

  @Mixin ShareOptions share;

  @Option(
      names = "--web-nice",
      paramLabel = "N",
      description = "Niceness of a web node (default: as --nice).")
  Integer webNice;

  @Option(
      names = "--web-cpu",
      paramLabel = "X",
      description = "Processors whose time a web node may use at most (default: as --cpu).")
  Double webCpu;

  @Mixin PlaceOptions place;

  @Option(
      names = "--start-timeout",
      paramLabel = "SECONDS",
      defaultValue = "180",
      description = "Longest time for one node to be ready.")
  int startTimeout;

  void check(CommandSpec spec) {
    Checks.range(spec, "--business-nodes", businessNodes, 2, 30);
    Checks.range(spec, "--web-nodes", webNodes, 1, 10);
    Checks.range(spec, "--heap", heap, 48, 16_384);
    Checks.range(spec, "--web-heap", webHeap, 48, 16_384);
    Checks.range(spec, "--start-timeout", startTimeout, 5, 3_600);
    share.check(spec);
    if (webNice != null) {
      Checks.range(spec, "--web-nice", webNice, 0, 19);
    }
    if (webCpu != null) {
      ShareOptions.limit(spec, "--web-cpu", webCpu);
    }
    place.check(spec);
  }

  /**
   * A bed of this description.
   *
   * @param directory directory of the bed
   * @param binaries directory that keeps the unpacked PostgreSQL from run to run
   * @param settings of the business nodes
   */
  BedSettings.Builder bed(
      Path directory, Path binaries, String nodeClass, Map<String, String> settings) {
    NodeShape business = share.shape(heap);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      business = business.with(setting.getKey(), setting.getValue());
    }
    return place
        .put(BedSettings.builder(directory, binaries, nodeClass))
        .business(businessNodes, business)
        .web(webNodes, share.shape(webHeap, webNice, webCpu))
        .startTimeout(Duration.ofSeconds(startTimeout));
  }
}
