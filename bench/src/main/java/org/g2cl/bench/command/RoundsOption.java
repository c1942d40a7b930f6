package org.g2cl.bench.command;

import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** Option of the measurements that are made in rounds. */
final class RoundsOption {
  static final String NAME = "--rounds";

  @Option(
      names = NAME,
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description = "Measured rounds (default: 30; with --quick 3).")
  Integer wanted;
}
