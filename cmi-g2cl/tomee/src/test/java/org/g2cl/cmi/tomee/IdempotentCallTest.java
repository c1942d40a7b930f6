package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class IdempotentCallTest {
  private static BasketNode shop;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @AfterEach
  void live() {
    shop.memory().takeOverBeforeEachCall(false);
  }

  @Test
  void shouldSendNothingWhenAnIdempotentCallChangesNothing() throws Exception {
    String basket = shop.newBasket();
    shop.client.call(basket, "add", "pen");
    int before = shop.memory().prepared();

    assertThat(shop.client.call(basket, "size")).isEqualTo(1);
    assertThat(shop.client.call(basket, "firstItem")).isEqualTo("pen");

    assertThat(shop.memory().prepared()).isEqualTo(before);
    assertThat(shop.client.call(basket, "add", "ink")).isEqualTo(2);
  }

  @Test
  void shouldExecuteRepeatedRequestAgainWhenItIsIdempotent() throws Exception {
    String basket = shop.newBasket();
    String id = EjbdClient.newId();
    int before = shop.memory().executed();

    assertThat(shop.client.repeat(id, basket, "size")).isEqualTo(0);
    assertThat(shop.client.repeat(id, basket, "size")).isEqualTo(0);

    assertThat(shop.memory().executed() - before).isEqualTo(2);
  }

  @Test
  void shouldReplicateAndExecuteOnceWhenAMarkedCallChangesTheStateAllTheSame() throws Exception {
    String basket = shop.newBasket();
    String id = EjbdClient.newId();

    assertThat(shop.client.repeat(id, basket, "sizeAfterAdding", "pen")).isEqualTo(1);
    assertThat(shop.client.repeat(id, basket, "sizeAfterAdding", "pen")).isEqualTo(1);

    shop.memory().takeOverBeforeEachCall(true);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldKeepTheReplyOfACallThatIsNotIdempotentThoughItChangesNothing() throws Exception {
    String basket = shop.newBasket();
    String id = EjbdClient.newId();
    int before = shop.memory().executed();

    assertThat(shop.client.repeat(id, basket, "items")).isEqualTo(List.of());
    assertThat(shop.client.repeat(id, basket, "items")).isEqualTo(List.of());

    assertThat(shop.memory().executed() - before).isEqualTo(1);
  }

  @Test
  void shouldReplicateAnIdempotentCallWhoseTransactionTouchesTheDatabase() throws Exception {
    String basket = shop.newBasket();
    int before = shop.memory().prepared();

    assertThat(shop.client.call(basket, "ordersWritten")).isEqualTo(shop.database.count("orders"));

    assertThat(shop.memory().prepared() - before).isEqualTo(1);
  }

  @Test
  void shouldRefuseSettingThatNamesNoBean() {
    assertThatThrownBy(() -> IdempotentMethods.checked(List.of("Basket.size", "size")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("IdempotentMethods has 'size'")
        .hasMessageContaining("bean.method");
  }
}
