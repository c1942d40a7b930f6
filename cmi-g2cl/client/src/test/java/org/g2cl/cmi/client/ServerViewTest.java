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
    assertThat(update(a, 10, List.of(c, a))).isTrue();
    assertThat(view.live()).containsExactly(a, c);
    assertThat(view.others()).containsExactly(b);
  }

  @Test
  void shouldNotBelieveAnEmptyOrOutdatedList() {
    update(a, 10, List.of(a, b, c));
    assertThat(update(a, 11, List.of())).isFalse();
    assertThat(update(a, 9, List.of(a))).isFalse();
    assertThat(view.live()).containsExactly(a, b, c);
  }

  @Test
  void shouldAskTheOthersAgainWhenOneTellsSomethingElse() {
    update(a, 2_000, List.of(a, b, c));
    update(b, 1_999, List.of(a, b));
    assertThat(view.live()).containsExactly(a, b);
    assertThat(view.version(a)).isZero();
    update(a, 2_000, List.of(a, b, c));
    assertThat(view.live()).containsExactly(a, b, c);
    assertThat(view.version(b)).isZero();
  }

  @Test
  void shouldNotAskAgainWhenAllTellTheSame() {
    update(a, 2_000, List.of(a, b, c));
    assertThat(update(b, 1_999, List.of(c, b, a))).isFalse();
    assertThat(view.version(a)).isEqualTo(2_000);
    assertThat(view.version(b)).isEqualTo(1_999);
  }

  @Test
  void shouldAskAServerForItsListAgainAfterAWhileSinceItsClockMayHaveBeenPutBack() {
    update(a, 2_000, List.of(a, b));
    timing.pause(ServerView.REMEMBERED.minusNanos(1));
    assertThat(view.version(a)).isEqualTo(2_000);
    timing.pause(Duration.ofNanos(1));
    assertThat(view.version(a)).isZero();
    assertThat(update(a, 1_000, List.of(a, b, c))).isTrue();
    assertThat(view.live()).containsExactly(a, b, c);
    assertThat(view.version(a)).isEqualTo(1_000);
  }

  @Test
  void shouldRememberEachServersListForItself() {
    update(a, 2_000, List.of(a, b));
    timing.pause(ServerView.REMEMBERED.minusNanos(2));
    update(b, 1_000, List.of(a, b));
    timing.pause(Duration.ofNanos(2));
    assertThat(view.version(a)).isZero();
    assertThat(view.version(b)).isEqualTo(1_000);
  }

  @Test
  void shouldNotBelieveAListThatCameLateHoweverLate() {
    long asked = timing.nanos();
    timing.pause(Duration.ofNanos(1));
    update(a, 2_000, List.of(a, b));
    timing.pause(ServerView.REMEMBERED.multipliedBy(2));
    assertThat(view.update(a, 1_000, asked, List.of(a, b, c))).isFalse();
    assertThat(view.live()).containsExactly(a, b);
  }

  @Test
  void shouldTakeAGreaterNumberThoughItWasAskedForBeforeTheLastOneCame() {
    long asked = timing.nanos();
    timing.pause(Duration.ofNanos(1));
    update(a, 2_000, List.of(a, b));
    assertThat(view.update(a, 2_001, asked, List.of(a, b, c))).isTrue();
  }

  @Test
  void shouldKeepTheOrderOfServersWhenOneTellsTheSameInAnother() {
    Location d = new Location("d", 4);
    update(a, 2_000, List.of(a, c, d));
    assertThat(update(c, 1_999, List.of(d, c, a))).isFalse();
    assertThat(view.live()).containsExactly(a, c, d);
  }

  /** Asked for now. */
  private boolean update(Location teller, long version, List<Location> servers) {
    return view.update(teller, version, timing.nanos(), servers);
  }
}
