package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import java.util.HexFormat;
import java.util.List;
import org.g2cl.cmi.tomee.shop.OutOfStockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stored replies between members of this release and of the one before, which has no numbers. */
class ReplyFormTest {
  private static final byte FORMER = 1;
  private static final byte NUMBERED = 2;

  private BasketNode shop;
  private String basket;

  @BeforeEach
  void start() throws Exception {
    shop = new BasketNode();
    shop.memory().takeOverBeforeEachCall(true);
    shop.group.reads(MemberForms.GRAPHS);
    basket = shop.newBasket();
  }

  @AfterEach
  void stop() {
    shop.close();
  }

  private String reply(String request) {
    return HexFormat.of().formatHex(shop.memory().reply(basket, request));
  }

  private byte form(String request) {
    return shop.memory().reply(basket, request)[0];
  }

  @Test
  void shouldWriteWhatEveryMemberReads() throws Exception {
    shop.client.repeat("call-1", basket, "add", "pen");
    assertThat(form("call-1")).isEqualTo(FORMER);

    shop.group.reads(MemberForms.NEWEST);
    shop.client.repeat("call-2", basket, "add", "ink");
    assertThat(form("call-2")).as("the last member was upgraded").isEqualTo(NUMBERED);

    shop.group.reads(MemberForms.GRAPHS);
    shop.client.repeat("call-3", basket, "add", "pad");
    assertThat(form("call-3")).as("a member of the former release is back").isEqualTo(FORMER);
    assertThat(shop.client.repeat("call-2", basket, "add", "ink")).isEqualTo(2);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen", "ink", "pad"));
  }

  @Test
  void shouldWriteNumbersAndNothingAsTheFormerReleaseReadsThem() throws Exception {
    shop.client.repeat("call-1", basket, "add", "pen");
    shop.client.repeat("call-2", basket, "holdUnmodifiable");

    assertThat(reply("call-1")).isEqualTo("0100" + "01" + "00000001");
    assertThat(reply("call-2")).isEqualTo("0100");
  }

  @Test
  void shouldWriteASerialStreamBehindTwoBytesAsTheFormerReleaseReadsIt() throws Exception {
    shop.client.repeat("call-1", basket, "items");

    assertThat(reply("call-1")).startsWith("0100" + "aced0005");
  }

  @Test
  void shouldRepeatAReplyOfTheFormerReleaseOfAnyKind() throws Exception {
    shop.client.repeat("call-1", basket, "add", "pen");
    shop.client.repeat("call-2", basket, "items");
    shop.client.repeat("call-3", basket, "holdUnmodifiable");
    assertThatThrownBy(() -> shop.client.repeat("call-4", basket, "orderThenRefuse", "ink"))
        .isInstanceOf(OutOfStockException.class);
    shop.group.reads(MemberForms.NEWEST);

    assertThat(shop.client.repeat("call-1", basket, "add", "pen")).isEqualTo(1);
    assertThat(shop.client.repeat("call-2", basket, "items")).isEqualTo(List.of("pen"));
    assertThat(shop.client.repeat("call-3", basket, "holdUnmodifiable")).isNull();
    assertThatThrownBy(() -> shop.client.repeat("call-4", basket, "orderThenRefuse", "ink"))
        .isInstanceOf(OutOfStockException.class);
    assertThat(shop.client.call(basket, "size")).as("each executed once").isEqualTo(2);
  }

  @Test
  void shouldSayThatAReplyHasAFormOfALaterRelease() throws Exception {
    shop.client.repeat("call-1", basket, "add", "pen");
    for (String later : List.of("03", "0300", "02", "0200000000", "0109")) {
      shop.memory().replaceReply(basket, "call-1", HexFormat.of().parseHex(later));

      assertThatThrownBy(() -> shop.client.repeat("call-1", basket, "add", "pen"))
          .as(later)
          .isInstanceOf(EJBException.class)
          .hasMessageContaining("unknown form; run members at most one release apart");
    }
  }
}
