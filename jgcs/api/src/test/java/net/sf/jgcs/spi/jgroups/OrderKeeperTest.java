package net.sf.jgcs.spi.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OrderKeeperTest {
  private static final int SEEDS = 3_000;
  private static final int STEPS = 200;

  @Test
  void shouldGiveAllTheSameMessagesWhenCoordinatorsAreKilled() {
    long handedOver =
        LongStream.range(0, SEEDS).mapToInt(seed -> handedOverBy(seed)).filter(n -> n > 0).count();

    assertThat(handedOver).as("runs in which members lacked something").isGreaterThan(SEEDS / 4);
  }

  private static int handedOverBy(long seed) {
    OrderSimulation group = new OrderSimulation(seed).run(STEPS, 1 + (int) (seed % 3));
    List<List<String>> all = group.delivered();
    List<String> first = all.get(0);
    for (List<String> each : all) {
      assertThat(each).as("seed %d", seed).doesNotHaveDuplicates();
      assertThat(messages(first)).as("seed %d", seed).endsWith(messages(each));
      assertSamePlaces(seed, first, each);
    }
    return group.handedOver();
  }

  private static String[] messages(List<String> events) {
    return events.stream().filter(event -> event.startsWith("message")).toArray(String[]::new);
  }

  /** A view that both got came before the same message. */
  private static void assertSamePlaces(long seed, List<String> one, List<String> other) {
    Set<String> views = new HashSet<>(one);
    views.removeIf(event -> event.startsWith("message"));
    views.retainAll(other);
    for (String view : views) {
      assertThat(next(one, view))
          .as("seed %d, after %s of %s and of %s", seed, view, one, other)
          .isEqualTo(next(other, view));
    }
  }

  private static String next(List<String> events, String view) {
    return events.stream()
        .skip(events.indexOf(view))
        .filter(event -> event.startsWith("message"))
        .findFirst()
        .orElseThrow();
  }
}
