package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.Namespaces;
import org.g2cl.loadtest.bed.NodeShape;
import org.g2cl.loadtest.bed.Where;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of the experiments' beds. */
final class ExperimentOptions {
  @Option(
      names = "--business-nodes",
      paramLabel = "N",
      defaultValue = "6",
      description = "Business nodes of a bed.")
  int businessNodes;

  @Option(
      names = "--web-nodes",
      paramLabel = "N",
      defaultValue = "2",
      description = "Web nodes of a bed.")
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

  @Option(
      names = "--start-timeout",
      paramLabel = "SECONDS",
      defaultValue = "90",
      description = "Longest time for one node to be ready.")
  int startTimeout;

  @Option(
      names = "--report",
      description = "Measure nothing: write the report of the runs that the directory holds.")
  boolean reportOnly;

  void check(CommandSpec spec) {
    Checks.range(spec, "--business-nodes", businessNodes, 2, 30);
    Checks.range(spec, "--web-nodes", webNodes, 1, 10);
    Checks.range(spec, "--heap", heap, 48, 16_384);
    Checks.range(spec, "--web-heap", webHeap, 48, 16_384);
    Checks.range(spec, "--start-timeout", startTimeout, 5, 3_600);
  }

  /**
   * Bed of one system: network namespaces when the command runs in those, loopback otherwise.
   *
   * @param directory of the experiment
   * @param settings of the business nodes
   */
  BedSettings settings(
      Path directory, Map<String, String> settings, int backups, String nodeClass) {
    NodeShape shape = NodeShape.ofHeap(heap);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      shape = shape.with(setting.getKey(), setting.getValue());
    }
    boolean own = Boolean.getBoolean(Namespaces.INSIDE);
    return BedSettings.builder(directory.resolve("bed"), binaries(), nodeClass)
        .where(own ? Where.namespaces() : Where.loopback())
        .business(businessNodes, shape)
        .web(webNodes, NodeShape.ofHeap(webHeap))
        .replication(true, backups)
        .startTimeout(Duration.ofSeconds(startTimeout))
        .build();
  }

  /** Directory of an experiment: as given, or its own below the project's {@code target}. */
  static Path directory(Path given, String experiment) {
    Path directory = given == null ? target().resolve("loadtest").resolve(experiment) : given;
    return directory.toAbsolutePath().normalize();
  }

  /** Directory that keeps the unpacked PostgreSQL from run to run. */
  static Path binaries() {
    return target().resolve("embedded-postgresql").toAbsolutePath().normalize();
  }

  /** Folder with the engine jgroups4 and its JGroups, which the build makes. */
  static Path jgroups4Jars() {
    return Path.of(System.getProperty("ha.root", ".."), "loadtest/target/engines/jgroups4")
        .toAbsolutePath()
        .normalize();
  }

  private static Path target() {
    String root = System.getProperty("ha.root");
    return root == null ? Path.of("target") : Path.of(root, "target");
  }
}
