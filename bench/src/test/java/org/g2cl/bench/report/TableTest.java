package org.g2cl.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void shouldAlignNumbersToTheRight() {
    Table table = new Table("system", "rate").row("jGCS", 12_345.6).row("G2CL on it", 0.5);

    assertThat(table.lines())
        .containsExactly("system        rate", "jGCS        12,346", "G2CL on it   0.500");
  }

  @Test
  void shouldNotPrintAnIntervalThatGoesBelowZero() {
    assertThat(Table.interval(0.002, 0.008)).isEqualTo("0.002 – 0.008");
    assertThat(Table.interval(-0.001, 0.008)).isEqualTo("too few rounds");
    assertThat(Table.interval(3, 3)).as("of one value").isEqualTo("–");
  }
}
