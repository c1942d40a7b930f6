package org.g2cl.sample.cart.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.g2cl.sample.cart.web.Step.Kind;
import org.junit.jupiter.api.Test;

class ShopperScriptTest {

  private final ShopperScript script = new ShopperScript(10, 25);

  @Test
  void shouldOpenThenFillThenChangeThenCheckOut() {
    assertThat(script.at(0).kind()).isEqualTo(Kind.OPEN);
    assertThat(kinds(1, 10)).containsOnly(Kind.INSERT);
    assertThat(kinds(11, 18))
        .containsExactly(
            Kind.UPDATE,
            Kind.READ,
            Kind.REMOVE,
            Kind.INSERT,
            Kind.UPDATE,
            Kind.READ,
            Kind.REMOVE,
            Kind.INSERT);
    assertThat(script.at(25).kind()).isEqualTo(Kind.CHECKOUT);
    assertThat(script.at(26)).isEqualTo(script.at(1));
  }

  @Test
  void shouldNeverChangeAnArticleThatIsNotInTheCart() {
    for (int items = 2; items <= 12; items++) {
      for (int steps = items + 1; steps <= 60; steps++) {
        requireSound(new ShopperScript(items, steps));
      }
    }
  }

  private static void requireSound(ShopperScript script) {
    Set<Integer> cart = new HashSet<>();
    for (long number = 1; number <= 3L * script.stepsPerCycle(); number++) {
      Step step = script.at(number);
      String where = script + " step " + number;
      switch (step.kind()) {
        case INSERT -> assertThat(cart.add(step.article())).as(where).isTrue();
        case UPDATE -> assertThat(cart).as(where).contains(step.article());
        case REMOVE -> assertThat(cart.remove(step.article())).as(where).isTrue();
        case CHECKOUT -> {
          assertThat(cart).as(where).isNotEmpty();
          cart.clear();
        }
        default -> assertThat(step.kind()).as(where).isEqualTo(Kind.READ);
      }
    }
  }

  private Iterable<Kind> kinds(long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(number -> script.at(number).kind()).toList();
  }
}
