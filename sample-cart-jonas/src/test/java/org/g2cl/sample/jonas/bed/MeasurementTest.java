package org.g2cl.sample.jonas.bed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasurementTest {
  @Test
  void shouldDivideTheServersTimeAmongTheCalls() {
    Measurement measured = new Measurement(" 1000 2 5100 5000 6000 7000", 4, 80_000_000);
    assertThat(measured.mean()).isEqualTo(5_100);
    assertThat(measured.json())
        .isEqualTo(
            "{\"calls\":1000,\"failed\":2,\"callsPerSecond\":250.0,\"meanMicros\":5100,"
                + "\"p50Micros\":5000,\"p95Micros\":6000,\"p99Micros\":7000,\"serverCpuMicros\":80.0}");
  }

  @Test
  void shouldLeaveOutWhatCouldNotBeMeasured() {
    assertThat(new Measurement("1000 0 5100 5000 6000 7000", 4, -1).json())
        .doesNotContain("serverCpuMicros");
    assertThat(new Measurement("0 0 0 0 0 0", 4, 80_000_000).json())
        .doesNotContain("serverCpuMicros");
  }
}
