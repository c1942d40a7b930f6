package net.sf.jgcs.spi.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTailTest {
  private static final int MEGABYTE = 1 << 20;

  private final OrderTail<String> tail = new OrderTail<>();

  private boolean add(String coordinator, long position, int size) {
    return tail.add(coordinator, position, ByteBuffer.allocate(size));
  }

  private List<Long> between(String coordinator, long after, long upTo) {
    return tail.between(coordinator, after, upTo).stream().map(OrderTail.Entry::position).toList();
  }

  @Test
  void shouldTakeWhatComesAfterItsPlaceOnce() {
    tail.follow("a", 1, 5);

    assertThat(add("a", 5, 1)).isFalse();
    assertThat(add("a", 8, 1)).isTrue();
    assertThat(add("a", 8, 1)).isFalse();
    assertThat(add("b", 9, 1)).as("of a coordinator that it does not follow").isFalse();
    assertThat(tail.places()).containsExactly(new OrderPlace<>("a", 1, 5, 8));
  }

  @Test
  void shouldGiveWhatLiesBetweenTwoPlaces() {
    tail.follow("a", 1, 0);
    tail.follow("b", 2, 0);
    for (long position = 1; position <= 4; position++) {
      add("a", position, 1);
      add("b", position, 1);
    }

    assertThat(between("a", 1, 3)).containsExactly(2L, 3L);
  }

  @Test
  void shouldForgetTheOldestAndSaySoWhenThereIsTooMuch() {
    tail.follow("a", 1, 0);
    for (long position = 1; position <= 10; position++) {
      add("a", position, MEGABYTE);
    }

    assertThat(between("a", 0, 10)).containsExactly(4L, 5L, 6L, 7L, 8L, 9L, 10L);
    assertThat(tail.places()).containsExactly(new OrderPlace<>("a", 1, 3, 10));
    assertThat(tail.hasForgotten("a", 2)).isTrue();
    assertThat(tail.hasForgotten("a", 3)).isFalse();
  }

  @Test
  void shouldNotTakeWhereItJoinedForForgotten() {
    tail.follow("a", 1, 5);

    assertThat(tail.hasForgotten("a", 2)).isFalse();
  }

  @Test
  void shouldKnowTheLastFourCoordinators() {
    for (int view = 1; view <= 6; view++) {
      tail.follow("c" + view, view, 0);
    }

    assertThat(tail.places().stream().map(OrderPlace::coordinator))
        .containsExactly("c3", "c4", "c5", "c6");
  }
}
