package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.TransactionRolledbackLocalException;
import java.util.List;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.BreakingDriver;
import org.g2cl.cmi.tomee.shop.BreakingDriver.Break;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commits that fail: a node with a group, markers in its database, and our client. */
class LostCommitTest {
  private static AloneNode node;
  private Basket basket;

  @BeforeAll
  static void start() throws Exception {
    node = new AloneNode();
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
  }

  @BeforeEach
  void open() throws Exception {
    node.update("DELETE FROM orders");
    basket = node.newBasket();
    basket.add("pen");
  }

  @Test
  void shouldExecuteTheCallOnceWhenTheConnectionIsLostBeforeTheCommit() throws Exception {
    BreakingDriver.breakNextCommit(Break.BEFORE);

    assertThat(basket.order("ink")).isEqualTo(2);

    assertThat(node.orders()).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldAnswerFromTheStoredReplyWhenTheConnectionIsLostAfterTheCommit() throws Exception {
    BreakingDriver.breakNextCommit(Break.AFTER);

    assertThat(basket.order("ink")).isEqualTo(2);

    assertThat(node.orders()).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldChangeBothSessionsOnceWhenTheCommitOfTheirTransactionIsLost() throws Exception {
    BreakingDriver.breakNextCommit(Break.BEFORE);

    assertThat(basket.note("ink")).isEqualTo(1);

    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
    assertThat(basket.addAndCountNotes("nib")).isEqualTo(1);
  }

  @Test
  void shouldGoOnWithTheStateOfBeforeAndSaySoWhenTheDatabaseRefusesTheCommit() throws Exception {
    BreakingDriver.breakNextCommit(Break.REFUSED);

    assertThatThrownBy(() -> basket.order("ink"))
        .isInstanceOf(TransactionRolledbackLocalException.class)
        .hasMessageContaining("bean Basket: the database refused the commit")
        .hasMessageContaining("goes on with its state of before this call");

    assertThat(node.orders()).isZero();
    assertThat(basket.items()).isEqualTo(List.of("pen"));
    assertThat(basket.order("cap")).isEqualTo(2);
  }
}
