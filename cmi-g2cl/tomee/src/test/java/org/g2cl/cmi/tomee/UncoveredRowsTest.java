package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchEJBException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.BreakingDriver;
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

  /** Nobody knows what has become of the rows; the session is there all the same. */
  @Test
  @SuppressWarnings("BanJNDI") // what a client does
  void shouldGoOnWithTheSessionWhenTheConnectionIsLostInTheCommit() throws Exception {
    try (var shop = new BasketNode()) {
      var environment = new Properties();
      environment.put(
          Context.INITIAL_CONTEXT_FACTORY, "org.apache.openejb.client.RemoteInitialContextFactory");
      environment.put(Context.PROVIDER_URL, shop.node.location().toString());
      var basket = (Basket) new InitialContext(environment).lookup("BasketRemote");
      BreakingDriver.breakNextCommit(BreakingDriver.Break.BEFORE);

      assertThatThrownBy(() -> basket.order("ink"))
          .isInstanceOf(EJBException.class)
          .isNotInstanceOf(NoSuchEJBException.class)
          .hasMessageContaining("bean Basket: the server failed in request");

      assertThat(basket.order("pen")).isEqualTo(2);
    }
  }
}
