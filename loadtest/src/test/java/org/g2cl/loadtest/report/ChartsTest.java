package org.g2cl.loadtest.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChartsTest {
  private static final double LENGTH = 27;

  @Test
  void shouldNotCutOffTheLabelOfAMarkNearTheEnd() {
    assertThat(Charts.centre("business3 killed", 9, LENGTH)).isGreaterThan(9);
    assertThat(Charts.centre("business7 joined", LENGTH, LENGTH)).isBetween(20.0, LENGTH);
  }

  @Test
  void shouldPutTheLabelOfAPercentileLeftWhereItWouldRunIntoTheNext() {
    assertThat(Charts.centre(18, 54, 1.4)).as("room on the right").isGreaterThan(18);
    assertThat(Charts.centre(54, 94, 1.4)).as("none").isLessThan(54);
  }

  @Test
  void shouldReachToANodeThatJoinedAfterTheLastRequest() {
    List<Slice> slices = List.of(new Slice(0, LENGTH, 1, 0, 1, 1, 1, 1, 1));

    assertThat(Charts.length(slices, List.of())).isEqualTo(LENGTH);
    assertThat(Charts.length(slices, List.of(new Report.Mark(9, "business3 killed"))))
        .isEqualTo(LENGTH);
    assertThat(Charts.length(slices, List.of(new Report.Mark(30, "business7 joined"))))
        .isEqualTo(30);
  }

  @Test
  void shouldDrawLogarithmicAxesWithoutALine() {
    LineChart empty = new LineChart("nothing yet", "x", "y").logarithmicX().logarithmicY();

    assertThat(new String(empty.svg(), UTF_8)).startsWith("<?xml").contains("</svg>");
  }
}
