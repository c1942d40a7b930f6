package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.util.Map;
import org.g2cl.loadtest.bed.BedSettings;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of {@code ./ha demo}. */
final class DemoOptions {
  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "50",
      description = "Concurrent clients, each an ab process with a cart of its own.")
  int clients;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Requests of the run, all clients together; 0: as many as fill --duration, at least 5000.")
  long requests;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Length that the run is calibrated for.")
  int duration;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "Longest warm-up, which is not in the figures but in the audit; it ends when no round"
              + " in a quarter of it was 5 percent faster than the fastest before.")
  int warmUp;

  @Option(
      names = "--replication",
      paramLabel = "on|off",
      defaultValue = "on",
      description =
          "off: stock container, no kill (it would lose carts); to compare response times.")
  Switch replication;

  @Option(
      names = "--backups",
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies besides the owner's that each call waits for.")
  int backups;

  @Mixin BedOptions bed;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of the shop on 127.0.0.1; 0 picks a free one.")
  int httpPort;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "${sys:ha.out:-target/demo}",
      description =
          "Directory for report, logs and data; what an earlier demo left there is replaced.")
  Path out;

  boolean replicates() {
    return replication == Switch.ON;
  }

  void check(CommandSpec spec) {
    Checks.range(spec, "--clients", clients, 1, 200);
    Checks.range(spec, "--requests", requests, 0, 100_000_000);
    Checks.range(spec, "--duration", duration, 1, 86_400);
    Checks.range(spec, "--warm-up", warmUp, 1, 3_600);
    Checks.range(spec, "--backups", backups, 0, 15);
    bed.check(spec);
    Checks.port(spec, "--http-port", httpPort, 0);
    if (replicates() && backups >= bed.businessNodes) {
      throw new ParameterException(
          spec.commandLine(),
          "--backups %d needs more than the %d --business-nodes: a copy is never on its owner's node; give --backups 0 to %d, or more --business-nodes"
              .formatted(backups, bed.businessNodes, bed.businessNodes - 1));
    }
  }

  BedSettings bed(Path directory, boolean replicated, String nodeClass) {
    return bed.bed(
            directory.toAbsolutePath().normalize(),
            out.toAbsolutePath().normalize().resolveSibling("embedded-postgresql"),
            nodeClass,
            Map.of())
        .httpPort(httpPort)
        .replication(replicated, backups)
        .build();
  }
}
