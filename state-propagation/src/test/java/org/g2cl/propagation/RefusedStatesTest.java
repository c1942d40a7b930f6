package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RefusedStatesTest {
  private static final int LARGE = 1 << 20;

  /** Tries states of these sizes in a folder with that much room, and counts those that fit. */
  private static long fitting(int room, IntStream sizes) {
    var refused = new RefusedStates();
    return sizes
        .filter(refused::isWorthATry)
        .filter(
            bytes -> {
              if (bytes > room) {
                refused.add(bytes);
              }
              return bytes <= room;
            })
        .count();
  }

  private static IntStream sizes(int large, int small) {
    return IntStream.concat(
        Stream.generate(() -> LARGE).limit(large).mapToInt(bytes -> bytes),
        Stream.generate(() -> LARGE / 16).limit(small).mapToInt(bytes -> bytes));
  }

  @Test
  void shouldFindSmallOnesThatHaveRoomBehindAnyNumberOfLargeOnesThatHaveNone() {
    assertThat(fitting(LARGE / 8, sizes(1_000, 5))).isEqualTo(5);
  }

  @Test
  void shouldTryFewWhereThereIsNoRoomAtAll() {
    var refused = new RefusedStates();
    long tried = sizes(1_000, 1_000).filter(refused::isWorthATry).peek(refused::add).count();
    assertThat(tried).isLessThanOrEqualTo(10);
  }

  @Test
  void shouldGoOnWithOthersOfTheSizeOfOneThatWasRefused() {
    var refused = new RefusedStates();
    refused.add(LARGE);
    assertThat(refused.isWorthATry(LARGE)).isTrue();
  }
}
