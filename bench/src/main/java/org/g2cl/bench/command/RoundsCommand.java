package org.g2cl.bench.command;

import picocli.CommandLine.Mixin;

/** Measurement that is made in rounds. */
abstract class RoundsCommand extends MeasurementCommand {
  @Mixin private RoundsOption rounds;

  /** Rounds asked for, or the default. */
  final int rounds() {
    int count = rounds.wanted == null ? common.pick(30, 3) : rounds.wanted;
    range(RoundsOption.NAME, count, 1, 10_000);
    return count;
  }
}
