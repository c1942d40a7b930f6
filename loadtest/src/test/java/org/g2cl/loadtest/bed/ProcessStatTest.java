package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStatTest {
  @Test
  void shouldReadWhatStandsBehindANameWithBlanksAndBrackets() {
    ProcessStat stat =
        ProcessStat.parse(
            "4711 (a ) b (c) T 42 4711 4711 0 -1 4194304 1 2 3 4 100 20 3 1 20 0 9 0 5555 1 2 3\n");
    assertThat(stat.state()).isEqualTo('T');
    assertThat(stat.parent()).isEqualTo(42);
    assertThat(stat.millis()).isEqualTo(1_240);
    assertThat(stat.started()).isEqualTo("5555");
  }

  @Test
  void shouldKnowThisProcessAndNoneThatHasEnded() {
    assertThat(ProcessStat.of(ProcessHandle.current().pid()))
        .hasValueSatisfying(
            stat ->
                assertThat(stat.parent())
                    .isEqualTo(ProcessHandle.current().parent().orElseThrow().pid()));
    assertThat(ProcessStat.of(Long.MAX_VALUE)).isEmpty();
  }
}
