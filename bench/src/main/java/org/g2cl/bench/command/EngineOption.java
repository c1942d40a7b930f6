package org.g2cl.bench.command;

import org.g2cl.bench.delivery.Subject;
import picocli.CommandLine.Option;

/** Option of the measurements that are made on one engine. */
final class EngineOption {
  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = Subject.JGROUPS,
      description = "Engine of the group.")
  private String name;

  String name() {
    return name;
  }
}
