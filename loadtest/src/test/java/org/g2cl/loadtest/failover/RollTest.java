package org.g2cl.loadtest.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RollTest {
  private static final long MILLI = 1_000_000;

  @Test
  void shouldTellTheTimesOfTheNodeThatTookLongestAndTheLengthOfTheWholeRoll()
      throws InterruptedException {
    Nodes nodes = new Nodes(Map.of("a", 300.0, "b", 700.0, "c", 200.0), Map.of("a", 900.0));

    Roll roll = Roll.of(List.of("a", "b", "c"), nodes, () -> nodes.now);

    assertThat(nodes.done)
        .containsExactly("stop a", "start a", "stop b", "start b", "stop c", "start c");
    assertThat(roll.redundancy()).isEqualTo(700);
    assertThat(roll.whole()).isEqualTo(900);
    assertThat(roll.length()).isEqualTo(1_200 + 3 * 5_000 + 900);
  }

  /** Nodes that are told how long they take; each takes five seconds to be ready. */
  private static final class Nodes implements Roll.Nodes {
    private final Map<String, Double> redundancy;
    private final Map<String, Double> whole;
    private final List<String> done = new ArrayList<>();
    private String last = "";
    private long now = 77;

    Nodes(Map<String, Double> redundancy, Map<String, Double> whole) {
      this.redundancy = redundancy;
      this.whole = whole;
    }

    @Override
    public double stop(String name) {
      done.add("stop " + name);
      return take(redundancy.get(name));
    }

    @Override
    public void start(String name) {
      done.add("start " + name);
      last = name;
      take(5_000);
    }

    @Override
    public double awaitWhole() {
      return take(whole.getOrDefault(last, 0.0));
    }

    private double take(double millis) {
      now += Math.round(millis * MILLI);
      return millis;
    }
  }
}
