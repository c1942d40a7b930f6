package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.g2cl.loadtest.audit.Harm;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Harm NONE = new Harm(0, 0, 0, 0, 0, 0);

  @Test
  void shouldBeHarmlessOnlyWhenNothingWasHarmedFailedOrDoubted() {
    assertThat(new Verdict(NONE, 5000, 0, 1, List.of()).isHarmless()).isTrue();
    assertThat(new Verdict(NONE, 5000, 1, 1, List.of()).isHarmless()).isFalse();
    assertThat(new Verdict(NONE, 5000, 0, 1, List.of("counts differ")).isHarmless()).isFalse();
    assertThat(new Verdict(new Harm(1, 0, 0, 0, 0, 0), 5000, 0, 1, List.of()).isHarmless())
        .isFalse();
  }

  @Test
  void shouldNameTheHarm() {
    String sentence = new Verdict(new Harm(2, 0, 1, 0, 0, 0), 5000, 0, 1, List.of()).sentence();

    assertThat(sentence).isEqualTo("Carts were harmed: 2 updates lost, 1 orders missing.");
  }

  @Test
  void shouldNotCallARunProvenWhoseCountsDiffer() {
    assertThat(new Verdict(NONE, 5000, 0, 1, List.of("counts differ")).sentence())
        .startsWith("Not proven")
        .contains("counts differ");
  }

  @Test
  void shouldSayThatRequestsFailed() {
    assertThat(new Verdict(NONE, 5000, 7, 1, List.of()).sentence()).contains("7 requests failed");
  }
}
