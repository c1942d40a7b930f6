package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapacityTest {
  @ParameterizedTest
  @ValueSource(ints = {0, BasketNode.CAPACITY})
  void shouldGoOnWithWhatTheBeanHasWhenItCallsItselfOutsideOfItsTransaction(int capacity)
      throws Exception {
    try (var shop = new BasketNode(capacity)) {
      String basket = shop.newBasket();
      shop.memory().takeOverBeforeEachCall(true);

      shop.client.call(basket, "addAroundCallsOfMyself", "pen");

      assertThat(shop.client.call(basket, "items")).isEqualTo(Collections.nCopies(5, "pen"));
    }
  }
}
