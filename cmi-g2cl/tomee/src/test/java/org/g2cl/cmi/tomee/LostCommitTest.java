package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import jakarta.ejb.TransactionRolledbackLocalException;
import java.util.List;
import javax.transaction.xa.XAException;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.BreakingDriver;
import org.g2cl.cmi.tomee.shop.BreakingDriver.Break;
import org.g2cl.cmi.tomee.shop.Till;
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
    Till.takeCommits();
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

  @Test
  void shouldSayThatTheRemovedSessionGoesOnWhenTheDatabaseRefusesTheCommit() throws Exception {
    BreakingDriver.breakNextCommit(Break.REFUSED);

    assertThatThrownBy(() -> basket.orderAndPay("ink"))
        .isInstanceOf(TransactionRolledbackLocalException.class)
        .hasMessageContaining("(SQL state 23503)")
        .hasMessageContaining("goes on with its state of before this call");

    assertThat(node.orders()).isZero();
    assertThat(basket.items()).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldGoOnWithTheStateOfBeforeAndSaySoWhenOneOfTwoResourcesLosesItsCommit()
      throws Exception {
    BreakingDriver.breakNextCommit(Break.BEFORE);

    assertThatThrownBy(() -> basket.orderAtTill("ink"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("committed in one resource, and lost in the database of the markers");

    assertThat(Till.takeCommits()).isEqualTo(1);
    assertThat(node.orders()).isZero();
    assertThat(basket.items()).isEqualTo(List.of("pen"));
    assertThat(basket.orderAtTill("cap")).isEqualTo(2);
  }

  @Test
  void shouldTakeTheCommitForOneWhenTheMarkerIsThereThoughItsConnectionIsLost() throws Exception {
    BreakingDriver.breakNextCommit(Break.AFTER);

    assertThat(basket.orderAtTill("ink")).isEqualTo(2);

    assertThat(Till.takeCommits()).isEqualTo(1);
    assertThat(node.orders()).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldExecuteTheCallOnceWhenAResourceIsLostBeforeItPrepares() throws Exception {
    Till.failNext(XAException.XAER_RMFAIL);

    assertThat(basket.orderAtTill("ink")).isEqualTo(2);

    assertThat(Till.takeCommits()).isEqualTo(1);
    assertThat(node.orders()).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldGoOnWithTheStateOfBeforeAndSaySoWhenAResourceRefusesToPrepare() throws Exception {
    Till.failNext(XAException.XA_RBINTEGRITY);

    assertThatThrownBy(() -> basket.orderAtTill("ink"))
        .isInstanceOf(TransactionRolledbackLocalException.class)
        .hasMessageContaining("goes on with its state of before this call");

    assertThat(Till.takeCommits()).isZero();
    assertThat(node.orders()).isZero();
    assertThat(basket.items()).isEqualTo(List.of("pen"));
  }
}
