package org.g2cl.bench.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.g2cl.bench.report.Target;
import org.junit.jupiter.api.Test;

class JoinerTest {
  private static Histogram of(long... micros) {
    Histogram calls = Load.histogram();
    for (long each : micros) {
      calls.recordValue(each);
    }
    return calls;
  }

  @Test
  void shouldCompareCallsWhileCopiesAreMadeWithThoseAfterwards() {
    assertThat(Joiner.calls(of(300), of(200)).verdict()).isEqualTo("met");
    assertThat(Joiner.calls(of(500), of(200)).verdict()).isEqualTo("missed");
  }

  @Test
  void shouldLeaveOpenWhatNoCallHasMeasured() {
    Target open = Joiner.calls(of(), of(200));

    assertThat(open.verdict()).isEqualTo("open");
    assertThat(open.measured()).as("0 would read as a figure").isNull();
    assertThat(open.sentence()).endsWith(": not measured, at most 2.000: open");
  }
}
