package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestOptionsTest {
  private static long millis(Duration timeout) {
    return new RequestOptions().timeout(timeout).getTimeout();
  }

  @Test
  void shouldTakeATimeBelowAMillisecondForAMillisecond() {
    assertThat(millis(Duration.ofNanos(1))).isEqualTo(1);
    assertThat(millis(Duration.ofNanos(999_999))).isEqualTo(1);
    assertThat(millis(Duration.ofNanos(2_999_999))).isEqualTo(2);
  }

  @Test
  void shouldTakeZeroAloneForTheLongestTime() {
    assertThat(millis(Duration.ZERO)).isEqualTo(RequestOptions.MAX_TIMEOUT.toMillis());
    assertThat(millis(RequestOptions.MAX_TIMEOUT)).isEqualTo(RequestOptions.MAX_TIMEOUT.toMillis());
  }

  @Test
  void shouldRefuseATimeThatIsNegativeOrTooLong() {
    for (Duration wrong :
        new Duration[] {
          Duration.ofNanos(-1),
          Duration.ofSeconds(-1),
          RequestOptions.MAX_TIMEOUT.plusNanos(1),
          Duration.ofSeconds(Long.MAX_VALUE)
        }) {
      assertThatThrownBy(() -> millis(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(wrong.toString());
    }
  }
}
