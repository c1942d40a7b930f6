package net.sf.jgcs.spi.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SilentMembersTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(7);

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final SilentMembers<String> members = new SilentMembers<>(nanos::get);

  private List<String> due(String... silent) {
    return members.due(List.of(silent), TIMEOUT);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void shouldCloseTheConnectionOfEachThatFallsSilent() {
    assertThat(due("a")).containsExactly("a");
    assertThat(due("a", "b")).containsExactly("b");
  }

  @Test
  void shouldCloseItAgainWhenATimeOutHasPassed() {
    assertThat(due("a")).containsExactly("a");
    pass(TIMEOUT.minusNanos(1));
    assertThat(due("a")).isEmpty();
    pass(Duration.ofNanos(1));
    assertThat(due("a")).containsExactly("a");
    assertThat(due("a")).isEmpty();
  }

  @Test
  void shouldCloseItAtOnceWhenAMemberWasHeardMeanwhile() {
    assertThat(due("a", "b")).containsExactly("a", "b");
    assertThat(due("b")).isEmpty();
    assertThat(due("a", "b")).containsExactly("a");
  }
}
