package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In which form states are written, by the first byte, while each call is built from bytes. */
class StateFormTest {
  private static final byte JAVA = 1;

  private BasketNode shop;

  @BeforeEach
  void start() throws Exception {
    shop = new BasketNode();
    shop.memory().takeOverBeforeEachCall(true);
  }

  @AfterEach
  void stop() {
    shop.close();
  }

  private byte form(String basket) {
    return shop.memory().state(basket)[0];
  }

  @Test
  void shouldWriteWhatEveryMemberReads() throws Exception {
    shop.group.reads(JAVA);
    String basket = shop.newBasket();
    assertThat(form(basket)).isEqualTo(JAVA);

    shop.group.reads(StateGraphs.VERSION);
    shop.client.call(basket, "add", "pen");
    assertThat(form(basket)).as("the last member was upgraded").isEqualTo(StateGraphs.VERSION);

    shop.group.reads(JAVA);
    shop.client.call(basket, "add", "ink");
    assertThat(form(basket)).as("a member of the former release is back").isEqualTo(JAVA);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldKeepToJavaSerializationWhereAnObjectHasNoFormOfOurs() throws Exception {
    String basket = shop.newBasket();
    shop.client.call(basket, "add", "pen");
    assertThat(form(basket)).isEqualTo(StateGraphs.VERSION);

    shop.client.call(basket, "holdUnmodifiable");

    assertThat(form(basket)).isEqualTo(JAVA);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
    assertThat(form(shop.newBasket())).as("the bean's other sessions too").isEqualTo(JAVA);
  }

  @Test
  void shouldNotKeepToJavaSerializationForWhatItRefusesToo() throws Exception {
    String basket = shop.newBasket();
    try {
      shop.client.call(basket, "holdThread");
    } catch (Exception e) {
      assertThat(e).hasMessageContaining("not serializable");
    }

    shop.client.call(basket, "add", "pen");

    assertThat(form(basket)).isEqualTo(StateGraphs.VERSION);
  }
}
