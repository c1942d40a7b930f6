package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EarlyMessagesTest {
  private final EarlyMessages<String> early = new EarlyMessages<>(3);
  private final List<String> delivered = new ArrayList<>();

  @Test
  void shouldDeliverInOrderWhatCameBeforeAndMeanwhile() {
    early.keep("a");
    early.keep("b");
    early.deliver(
        message -> {
          delivered.add(message);
          if (message.equals("a")) {
            assertThat(early.keep("c")).isTrue();
          }
        });
    assertThat(delivered).containsExactly("a", "b", "c");
  }

  @Test
  void shouldKeepNothingOnceAllWereDelivered() {
    early.deliver(delivered::add);
    assertThat(early.keep("late")).isFalse();
    early.deliver(delivered::add);
    assertThat(delivered).isEmpty();
  }

  @Test
  void shouldRefuseOneTooMany() {
    for (String message : List.of("a", "b", "c")) {
      assertThat(early.keep(message)).isTrue();
    }
    assertThat(early.keep("d")).isFalse();
    early.deliver(delivered::add);
    assertThat(delivered).containsExactly("a", "b", "c");
  }
}
