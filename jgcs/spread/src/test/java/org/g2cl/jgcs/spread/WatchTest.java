package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Silence, counted in own heartbeats. */
class WatchTest {
  private static final Map<String, Integer> ALIKE = Map.of("a", 1000, "b", 1000, "c", 1000);
  private final Watch watch = new Watch("a", 1000);

  @BeforeEach
  void begin() {
    watch.over(List.of("a", "b", "c"));
  }

  private void beat(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(watch.beat(ALIKE)).isEmpty();
    }
  }

  @Test
  void shouldSuspectWhoIsSilentForFourHeartbeatsAndOnlyOnce() {
    beat(Watch.BEATS - 1);
    watch.heard("b");
    assertThat(watch.beat(ALIKE)).containsExactly("c");
    beat(Watch.BEATS - 1);
    assertThat(watch.beat(ALIKE)).containsExactly("b");
    beat(Watch.BEATS);
  }

  @Test
  void shouldNeverSuspectItself() {
    for (int i = 0; i < 10; i++) {
      assertThat(watch.beat(ALIKE)).doesNotContain("a");
    }
  }

  @Test
  void shouldTellThatASuspectedMemberIsHeardAgain() {
    beat(Watch.BEATS - 1);
    assertThat(watch.beat(ALIKE)).containsExactlyInAnyOrder("b", "c");
    assertThat(watch.heard("b")).isTrue();
    assertThat(watch.heard("b")).isFalse();
    beat(Watch.BEATS);
    assertThat(watch.beat(ALIKE)).containsExactly("b");
  }

  @Test
  void shouldWaitLongerForOneThatCastsItsHeartbeatsMoreSeldom() {
    Map<String, Integer> timeouts = Map.of("b", 500, "c", 2100);
    for (int i = 1; i < Watch.BEATS; i++) {
      assertThat(watch.beat(timeouts)).isEmpty();
    }
    assertThat(watch.beat(timeouts)).containsExactly("b");
    for (int i = Watch.BEATS + 1; i < 9; i++) {
      assertThat(watch.beat(timeouts)).isEmpty();
    }
    assertThat(watch.beat(timeouts)).containsExactly("c");
  }

  @Test
  void shouldSuspectNobodyWhoIsNotKnownToCastHeartbeats() {
    for (int i = 0; i < 10; i++) {
      assertThat(watch.beat(Map.of())).isEmpty();
    }
    assertThat(watch.beat(Map.of("c", 1000))).containsExactly("c");
  }

  @Test
  void shouldBeginAnewWithAMemberThatComes() {
    beat(Watch.BEATS - 1);
    watch.over(List.of("a", "b", "d"));
    assertThat(watch.beat(Map.of("b", 1000, "d", 1000))).containsExactly("b");
    assertThat(watch.heard("c")).isFalse();
  }

  @Test
  void shouldSuspectAgainWhenSuspicionsNoLongerCount() {
    beat(Watch.BEATS - 1);
    assertThat(watch.beat(ALIKE)).hasSize(2);
    watch.clear();
    assertThat(watch.heard("b")).isFalse();
    assertThat(watch.beat(ALIKE)).containsExactly("c");
  }
}
