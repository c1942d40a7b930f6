package org.g2cl.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Plan DRAWN = Plan.standard();

  @Test
  void shouldDrawEachNumberOfNodesWithinAFewSeedsInARow() {
    for (long first : new long[] {1, 1_000_001, -50}) {
      assertThat(
              LongStream.range(first, first + 30)
                  .mapToObj(DRAWN::nodes)
                  .collect(Collectors.toSet()))
          .as("from %d on", first)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.rangeClosed(Plan.FEWEST, Plan.MOST).boxed().toList());
    }
  }

  @Test
  void shouldTakeTheNumberOfNodesThatIsGiven() {
    assertThat(LongStream.range(1, 30).mapToObj(Plan.brief(7)::nodes)).containsOnly(7);
  }
}
