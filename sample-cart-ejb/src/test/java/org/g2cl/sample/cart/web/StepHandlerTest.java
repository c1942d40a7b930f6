package org.g2cl.sample.cart.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.g2cl.sample.cart.Product;
import org.g2cl.sample.cart.web.UnreliableCart.Fate;
import org.junit.jupiter.api.Test;

class StepHandlerTest {

  private final UnreliableCart cart = new UnreliableCart();
  private final Shopper shopper = new Shopper(() -> cart);
  private final StepHandler steps =
      new StepHandler(
          new ShopperScript(2, 5), new Shelf(() -> List.of(new Product("P-001", "Tea", 250))));

  @Test
  void shouldCountTheStepsThatItAnsweredWellAsClientsDo() {
    assertThat(step(Fate.GOOD)).as("opens the cart").isEqualTo(200);
    assertThat(step(Fate.GOOD)).isEqualTo(200);
    assertThat(step(Fate.ANSWER_LOST)).isEqualTo(503);
    assertThat(step(Fate.GOOD)).isEqualTo(200);

    assertThat(shopper.ledger().steps()).isEqualTo(3);
    assertThat(shopper.ledger().failedSteps()).isEqualTo(1);
  }

  private int step(Fate fate) {
    cart.next(fate);
    return steps.step(shopper).status();
  }
}
