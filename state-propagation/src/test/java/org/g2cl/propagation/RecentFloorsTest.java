package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecentFloorsTest {
  @Test
  void shouldTakeALaterFloorOfASessionThatItKnowsThoughItIsFull() {
    RecentFloors floors = new RecentFloors(2);
    assertThat(floors.add(floor("s", 2))).isTrue();
    assertThat(floors.add(floor("t", 2))).isTrue();

    assertThat(floors.add(floor("u", 2))).isFalse();
    assertThat(floors.add(floor("s", 4))).isTrue();
    assertThat(floors.toList()).containsExactlyInAnyOrder(floor("s", 4), floor("t", 2));
  }

  private static Frame.Floor floor(String session, long change) {
    return new Frame.Floor(new SessionId(session), 1, new Stamp(1, change), List.of(7L));
  }
}
