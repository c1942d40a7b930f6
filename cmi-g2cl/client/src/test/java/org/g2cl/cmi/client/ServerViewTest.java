package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerViewTest {
  private final Location a = new Location("a", 1);
  private final Location b = new Location("b", 2);
  private final Location c = new Location("c", 3);
  private final FakeTiming timing = new FakeTiming();
  private final ServerView view = new ServerView(List.of(a, b), timing);

  @Test
  void shouldBeginWithTheNamedServers() {
    assertThat(view.live()).containsExactly(a, b);
    assertThat(view.others()).isEmpty();
  }

  @Test
  void shouldUseAJoinerAndDropALeaverButKeepItAsLastResort() {
    assertThat(view.update(a, 10, List.of(c, a))).isTrue();
    assertThat(view.live()).containsExactly(a, c);
    assertThat(view.others()).containsExactly(b);
  }

  @Test
  void shouldNotBelieveAnEmptyOrOutdatedList() {
    view.update(a, 10, List.of(a, b, c));
    assertThat(view.update(a, 11, List.of())).isFalse();
    assertThat(view.update(a, 9, List.of(a))).isFalse();
    assertThat(view.live()).containsExactly(a, b, c);
  }

  @Test
  void shouldAskTheOthersAgainWhenOneTellsSomethingElse() {
    view.update(a, 2_000, List.of(a, b, c));
    view.update(b, 1_999, List.of(a, b));
    assertThat(view.live()).containsExactly(a, b);
    assertThat(view.version(a)).isZero();
    view.update(a, 2_000, List.of(a, b, c));
    assertThat(view.live()).containsExactly(a, b, c);
    assertThat(view.version(b)).isZero();
  }

  @Test
  void shouldNotAskAgainWhenAllTellTheSame() {
    view.update(a, 2_000, List.of(a, b, c));
    assertThat(view.update(b, 1_999, List.of(c, b, a))).isFalse();
    assertThat(view.version(a)).isEqualTo(2_000);
    assertThat(view.version(b)).isEqualTo(1_999);
  }

  @Test
  void shouldAskAServerForItsListAgainAfterAWhileSinceItsClockMayHaveBeenPutBack() {
    view.update(a, 2_000, List.of(a, b));
    timing.pause(ServerView.REMEMBERED.minusNanos(1));
    assertThat(view.version(a)).isEqualTo(2_000);
    assertThat(view.update(a, 1_000, List.of(a, b, c))).as("late, by its number").isFalse();
    timing.pause(Duration.ofNanos(1));
    assertThat(view.version(a)).isZero();
    assertThat(view.update(a, 1_000, List.of(a, b, c))).isTrue();
    assertThat(view.live()).containsExactly(a, b, c);
  }

  @Test
  void shouldMakeAServerTellItsListThatIsAskedAnew() {
    view.update(a, 2_000, List.of(a, b, c));
    view.forget(a);
    assertThat(view.version(a)).isZero();
    assertThat(view.update(a, 1_000, List.of(a, b))).isTrue();
  }
}
