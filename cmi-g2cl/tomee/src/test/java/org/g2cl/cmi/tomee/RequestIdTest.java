package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids that clients may not give to requests. */
class RequestIdTest {
  private static BasketNode shop;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @ParameterizedTest
  @CsvSource({
    "-made-up-1, begins with '-made-up-'",
    "-displaced-series-1, begins with '-displaced-'",
    "'', has 0 characters; allowed are 1 to 128",
    "LONG, has 129 characters; allowed are 1 to 128",
    "'a b', holds the character 0x20 at 1"
  })
  void shouldBeRefusedBeforeAnythingIsExecuted(String text, String why) throws Exception {
    String id = text.replace("LONG", "x".repeat(129));
    String basket = shop.newBasket();
    int before = shop.memory().executed();

    assertThatThrownBy(() -> shop.client.repeat(id, basket, "add", "pen"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("bean Basket: nothing was executed, since the request id " + why);
    assertThatThrownBy(() -> shop.client.create(id))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("request id " + why);

    assertThat(shop.memory().executed()).isEqualTo(before);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of());
  }
}
