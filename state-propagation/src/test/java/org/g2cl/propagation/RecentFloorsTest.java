package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecentFloorsTest {
  @Test
  void shouldTakeALaterFloorOfASessionThatItKnowsThoughItIsFull() {
    RecentFloors floors = new RecentFloors(2, 2);
    assertThat(floors.add(floor("s", 2))).isTrue();
    assertThat(floors.add(floor("t", 2))).isTrue();

    assertThat(floors.add(floor("u", 2))).isFalse();
    assertThat(floors.add(floor("s", 4))).isTrue();
    assertThat(floors.toList()).containsExactlyInAnyOrder(floor("s", 4), floor("t", 2));
  }

  @Test
  void shouldKeepOnlyTheNewestFloorsOfSessionsThatAreForgotten() {
    RecentFloors floors = new RecentFloors(100, 2);
    for (int i = 0; i < 9; i++) {
      assertThat(floors.add(floor("s" + i, 2))).isTrue();
      floors.forgotten(new SessionId("s" + i));
    }
    assertThat(floors.add(floor("known", 2))).isTrue();

    assertThat(floors.toList())
        .containsExactlyInAnyOrder(floor("s7", 2), floor("s8", 2), floor("known", 2));
  }

  @Test
  void shouldKeepTheFloorOfASessionThatWasForgottenAndIsKnownAgain() {
    RecentFloors floors = new RecentFloors(100, 1);
    assertThat(floors.add(floor("back", 2))).isTrue();
    floors.forgotten(new SessionId("back"));
    assertThat(floors.add(floor("back", 4))).isTrue();
    for (String session : List.of("s", "t")) {
      assertThat(floors.add(floor(session, 2))).isTrue();
      floors.forgotten(new SessionId(session));
    }

    assertThat(floors.toList()).containsExactlyInAnyOrder(floor("back", 4), floor("t", 2));
  }

  @Test
  void shouldCountNoForgottenSessionWhoseFloorWasTold() {
    RecentFloors floors = new RecentFloors(100, 1);
    for (String session : List.of("told", "s")) {
      assertThat(floors.add(floor(session, 2))).isTrue();
      floors.forgotten(new SessionId(session));
      floors.forget(List.of(floor("told", 2)));
    }

    assertThat(floors.toList()).containsExactly(floor("s", 2));
    floors.forgotten(new SessionId("unheard"));
    assertThat(floors.toList()).containsExactly(floor("s", 2));
  }

  private static Frame.Floor floor(String session, long change) {
    return new Frame.Floor(new SessionId(session), 1, new Stamp(1, change), List.of(7L));
  }
}
