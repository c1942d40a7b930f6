package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.util.Map;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.Origin;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of the experiments' beds. */
final class ExperimentOptions {
  @Mixin BedOptions bed;

  @Option(
      names = "--report",
      description = "Measure nothing: write the report of the runs that the directory holds.")
  boolean reportOnly;

  void check(CommandSpec spec) {
    bed.check(spec);
  }

  /**
   * Bed of one system.
   *
   * @param directory of the experiment
   * @param settings of the business nodes
   */
  BedSettings settings(
      Path directory, Map<String, String> settings, int backups, String nodeClass) {
    return bed.bed(directory.resolve("bed"), binaries(), nodeClass, settings)
        .replication(true, backups)
        .build();
  }

  /** This machine, and the versions of now. */
  Origin origin(Tools tools) {
    return Machine.origin(tools, database(bed.place));
  }

  /** The database in words, for reports. */
  static String database(PlaceOptions place) {
    return place.database().map(Object::toString).orElse("embedded");
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
