package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class UncoveredRowsTest {
  @Test
  void shouldWarnOncePerBeanThatItsRowsAreNotCoveredAndNameTheProperties() throws Exception {
    var output = new ByteArrayOutputStream();
    PrintStream before = System.err;
    try (var shop = new BasketNode();
        var recorder = new PrintStream(output, true, StandardCharsets.UTF_8)) {
      String basket = shop.newBasket();
      shop.client.call(basket, "add", "pen");
      System.setErr(recorder);
      shop.client.call(basket, "add", "ink");
      assertThat(output.toString(StandardCharsets.UTF_8)).doesNotContain("markers");

      shop.client.call(basket, "order", "pen");
      shop.client.call(shop.newBasket(), "order", "pen");
    } finally {
      System.setErr(before);
    }
    assertThat(output.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("Basket: it writes to a database, and no table of markers is configured")
        .contains("WARN", "Set Markers and MarkersSettling");
  }

  @Test
  void shouldWarnOncePerBeanThatSessionsOfOneTransactionAreNotCovered() throws Exception {
    var output = new ByteArrayOutputStream();
    PrintStream before = System.err;
    try (var shop = new BasketNode();
        var recorder = new PrintStream(output, true, StandardCharsets.UTF_8)) {
      String basket = shop.newBasket();
      System.setErr(recorder);
      shop.client.call(basket, "addAndCountNotes", "pen");
      assertThat(output.toString(StandardCharsets.UTF_8)).doesNotContain("markers");

      shop.client.call(basket, "note", "pen");
      shop.client.call(shop.newBasket(), "note", "pen");
    } finally {
      System.setErr(before);
    }
    assertThat(output.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("Basket: one transaction changes 2 sessions, of [JournalBean, Basket]")
        .contains("WARN", "Set Markers and MarkersSettling");
  }
}
