package org.g2cl.loadtest.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTimesTest {
  @Test
  void shouldTellWorkFromIdlenessAndLeaveOutWhatTheHostGaveToOthers() {
    assertThat(MachineTimes.parse("cpu  100 20 30 4000 500 6 7 80000 90 10"))
        .isEqualTo(new MachineTimes(1_630, 45_000));
  }
}
