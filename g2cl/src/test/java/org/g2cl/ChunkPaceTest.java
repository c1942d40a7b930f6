package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkPaceTest {
  private final List<Duration> rests = new ArrayList<>();
  private final ChunkPace pace = new ChunkPace(nanos -> rests.add(Duration.ofNanos(nanos)));

  private void taken(int... millis) {
    for (int each : millis) {
      pace.taken(Duration.ofMillis(each).toNanos());
    }
  }

  private Duration total() {
    return rests.stream().reduce(Duration.ZERO, Duration::plus);
  }

  @Test
  void shouldNotRestWhileAllChunksTakeTheSame() {
    taken(3, 3, 3, 2, 2);
    assertThat(rests).isEmpty();
  }

  @Test
  void shouldRestAsMuchLongerAsAChunkTookThanTheQuickest() {
    taken(5, 1, 5, 1, 9);
    assertThat(rests).containsExactly(Duration.ofMillis(4), Duration.ofMillis(8));
  }

  @Test
  void shouldNotRestLongAfterAChunkThatWasHeldUp() {
    taken(1, 4000);
    assertThat(rests).containsExactly(ChunkPace.LONGEST);
  }

  @Test
  void shouldRestTenSecondsInAllAtMost() {
    taken(1);
    for (int i = 0; i < 1000; i++) {
      taken(38);
    }
    assertThat(total()).isEqualTo(ChunkPace.TOTAL);
  }
}
