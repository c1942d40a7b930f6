package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RareLogTest {
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5); // it may pass zero
  private final RareLog log = new RareLog(clock::get);

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  @Test
  void shouldBeTimeForALineAtOnceAndThenEveryTenSeconds() {
    assertThat(log.count()).isTrue();
    assertThat(log.count()).isFalse();
    pass(Duration.ofMillis(9_999));
    assertThat(log.count()).isFalse();
    pass(Duration.ofMillis(1));
    assertThat(log.count()).isTrue();
    assertThat(log.count()).isFalse();
    assertThat(log.total()).isEqualTo(5);
  }

  @Test
  void shouldBeTimeForOneLineAfterALongPause() {
    assertThat(log.count()).isTrue();
    pass(Duration.ofHours(1));
    assertThat(log.count()).isTrue();
    assertThat(log.count()).isFalse();
  }

  @Test
  void shouldCountAllAndBeTimeForOneLineWhenManyThreadsCount() {
    long lines = IntStream.range(0, 100_000).parallel().filter(i -> log.count()).count();
    assertThat(lines).isEqualTo(1);
    assertThat(log.total()).isEqualTo(100_000);
  }
}
