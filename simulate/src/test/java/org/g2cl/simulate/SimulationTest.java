package org.g2cl.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SimulationTest {
  private static final int SEEDS = 200;
  private static final int LINES = 200;

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void shouldHoldAllInvariantsWhateverFails() throws Exception {
    List<String> found = new ArrayList<>();
    Campaign.Sums sums =
        Campaign.run(
            Plan.standard(),
            1,
            SEEDS,
            result -> {
              if (!result.violations().isEmpty() && found.isEmpty()) {
                found.add(story(result));
              }
            });
    assertThat(found).isEmpty();
    assertThat(sums.acknowledged()).isGreaterThan(SEEDS * 1_000L);
  }

  private static String story(Result result) {
    List<String> history = result.history();
    int at = 0;
    while (at < history.size() && !history.get(at).contains("***")) {
      at++;
    }
    return "seed %d: %s%n%s"
        .formatted(
            result.seed(),
            result.violations(),
            String.join("\n", history.subList(Math.max(0, at - LINES), at)));
  }

  @Test
  void shouldGiveTheSameHistoryForTheSameSeed() {
    Result once = Simulation.run(7, Plan.brief());
    Result again = Simulation.run(7, Plan.brief());
    assertThat(again.history()).isEqualTo(once.history());
    assertThat(again.digest()).isEqualTo(once.digest());
    assertThat(Simulation.run(8, Plan.brief()).digest()).isNotEqualTo(once.digest());
  }
}
