package net.sf.jgcs.spi.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandOverTest {
  private static final String LEADER = "leader";

  private static OrderPlace<String> place(String coordinator, long view, long from, long position) {
    return new OrderPlace<>(coordinator, view, from, position);
  }

  @Test
  void shouldLeaveNothingToDoWhenAllCameEquallyFar() {
    var places =
        Map.of(
            LEADER,
            List.of(place("gone", 1, 0, 7), place(LEADER, 5, 3, 3)),
            "b",
            List.of(place("gone", 2, 4, 7), place(LEADER, 5, 9, 9)));

    assertThat(HandOver.next(LEADER, places)).isEmpty();
  }

  @Test
  void shouldHaveTheFarthestGiveToEachThatLacksSomething() {
    var places =
        Map.of(
            LEADER,
            List.of(place("gone", 1, 0, 7)),
            "b",
            List.of(place("gone", 1, 0, 9)),
            "c",
            List.of(place("gone", 1, 0, 8)));

    assertThat(HandOver.next(LEADER, places))
        .containsExactlyInAnyOrder(
            new HandOver<>("b", LEADER, "gone", 7, 9), new HandOver<>("b", "c", "gone", 8, 9));
  }

  @Test
  void shouldHaveWhoStillHasWhatComesNextGiveFirst() {
    var places =
        Map.of(
            LEADER,
            List.of(place("gone", 1, 0, 5)),
            "b",
            List.of(place("gone", 1, 0, 8)),
            "joined late",
            List.of(place("gone", 3, 7, 9)));

    assertThat(HandOver.next(LEADER, places)).contains(new HandOver<>("b", LEADER, "gone", 5, 8));
  }

  @Test
  void shouldBeginWithTheOldestCoordinator() {
    var places =
        Map.of(
            LEADER,
            List.of(place("first", 1, 0, 5), place("second", 4, 0, 2)),
            "b",
            List.of(place("first", 1, 0, 6), place("second", 4, 0, 0)));

    assertThat(HandOver.next(LEADER, places))
        .containsExactly(new HandOver<>("b", LEADER, "first", 5, 6));
  }

  @Test
  void shouldGiveNothingOfACoordinatorToWhoJoinedAfterIt() {
    var places =
        Map.of(
            LEADER,
            List.of(place("first", 1, 0, 5), place("second", 4, 0, 2)),
            "joined late",
            List.of(place("second", 5, 2, 2)));

    assertThat(HandOver.next(LEADER, places)).isEmpty();
  }
}
