package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class PropagationSettingsTest {
  private static final Map<String, BiConsumer<PropagationSettings.Builder, Duration>> TIMES =
      Map.of(
          "acknowledgeTimeout", PropagationSettings.Builder::acknowledgeTimeout,
          "callTimeout", PropagationSettings.Builder::callTimeout,
          "tombstoneRetention", PropagationSettings.Builder::tombstoneRetention);

  @Test
  void shouldRefuseTimesThatAreNotPositiveOrCannotBeWaitedFor() {
    List<Duration> refused =
        List.of(
            Duration.ZERO,
            Duration.ofNanos(-1),
            Duration.ofDays(365).plusNanos(1),
            Duration.ofSeconds(Long.MAX_VALUE));
    TIMES.forEach(
        (name, time) -> {
          for (Duration value : refused) {
            PropagationSettings.Builder builder = PropagationSettings.builder();
            time.accept(builder, value);
            assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("%s is %s; it must be ", name, value);
          }
        });
  }

  /** They are counted in one byte, with marks of those that are displaced. */
  @Test
  void shouldRefuseMoreRepliesThanACopyCanCarry() {
    assertThat(PropagationSettings.builder().repliesKept(251).build().repliesKept()).isEqualTo(251);
    PropagationSettings.Builder tooMany = PropagationSettings.builder().repliesKept(252);
    assertThatThrownBy(tooMany::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("repliesKept is 252; it must be at most 251");
  }

  @Test
  void shouldTakeTimesOfOneNanosecondToOneYear() {
    for (Duration value : List.of(Duration.ofNanos(1), Duration.ofDays(365))) {
      PropagationSettings.Builder builder = PropagationSettings.builder();
      TIMES.values().forEach(time -> time.accept(builder, value));
      assertThat(builder.build().callTimeout()).isEqualTo(value);
    }
  }
}
