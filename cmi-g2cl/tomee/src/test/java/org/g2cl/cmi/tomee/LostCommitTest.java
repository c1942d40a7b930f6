package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import jakarta.ejb.TransactionRolledbackLocalException;
import java.sql.SQLException;
import java.util.List;
import javax.transaction.xa.XAException;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.BreakingDriver;
import org.g2cl.cmi.tomee.shop.BreakingDriver.Break;
import org.g2cl.cmi.tomee.shop.Till;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits that fail: a node with a group, markers in its database, and our client. */
class LostCommitTest {
  @RegisterExtension static final AloneNode NODE = new AloneNode();

  private Basket basket;

  @BeforeEach
  void open() throws Exception {
    NODE.database().update("DELETE FROM orders");
    Till.takeCommits();
    basket = NODE.newBasket();
    basket.add("pen");
  }

  @Test
  void shouldExecuteTheCallOnceWhenTheConnectionIsLostBeforeTheCommit() throws Exception {
    BreakingDriver.breakNextCommit(Break.BEFORE);

    assertThat(basket.order("ink")).isEqualTo(2);

    assertThat(NODE.database().count("orders")).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldAnswerFromTheStoredReplyWhenTheConnectionIsLostAfterTheCommit() throws Exception {
    BreakingDriver.breakNextCommit(Break.AFTER);

    assertThat(basket.order("ink")).isEqualTo(2);

    assertThat(NODE.database().count("orders")).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldChangeBothSessionsOnceWhenTheCommitOfTheirTransactionIsLost() throws Exception {
    BreakingDriver.breakNextCommit(Break.BEFORE);

    assertThat(basket.note("ink")).isEqualTo(1);

    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
    assertThat(basket.addAndCountNotes("nib")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void shouldSettleALostCommitWithTheNextCallWhenAskingForItEndsInAnError(Break how)
      throws Exception {
    BreakingDriver.breakNextCommit(how, new NoClassDefFoundError("meant by the test"));

    assertThatThrownBy(() -> basket.order("ink"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("meant by the test");

    boolean took = how == Break.AFTER;
    assertThat(basket.items()).isEqualTo(took ? List.of("pen", "ink") : List.of("pen"));
    assertThat(NODE.database().count("orders")).isEqualTo(took ? 1 : 0);
  }

  @Test
  void shouldGoOnWithTheStateOfBeforeAndSaySoWhenTheDatabaseRefusesTheCommit() throws Exception {
    BreakingDriver.breakNextCommit(Break.REFUSED);

    assertThatThrownBy(() -> basket.order("ink"))
        .isInstanceOf(TransactionRolledbackLocalException.class)
        .hasMessageContaining("bean Basket: the database refused the commit")
        .hasMessageContaining("goes on with its state of before this call");

    assertThat(NODE.database().count("orders")).isZero();
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

    assertThat(NODE.database().count("orders")).isZero();
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
    assertThat(NODE.database().count("orders")).isZero();
    assertThat(basket.items()).isEqualTo(List.of("pen"));
    assertThat(basket.orderAtTill("cap")).isEqualTo(2);
  }

  @Test
  void shouldSaySoWhenTheOtherOfTwoResourcesRefusesItsCommit() throws Exception {
    Till.refuseNextCommit(new SQLException("a deferred constraint is violated", "23503"));

    assertThatThrownBy(() -> basket.orderAtTill("ink"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("committed in the database of the markers, and lost in another")
        .hasMessageContaining("a deferred constraint is violated (SQL state 23503)")
        .hasMessageContaining("the session keeps its change");

    assertThat(Till.takeCommits()).isZero();
    assertThat(NODE.database().count("orders")).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
    assertThat(basket.orderAtTill("cap")).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"orderAtTill", "orderAtTillAndPay"})
  void shouldSaySoAgainAndExecuteNothingWhenSuchARequestIsRepeated(String method) throws Exception {
    EjbdClient client = NODE.newClient();
    String session = client.create(EjbdClient.newId());
    String id = EjbdClient.newId();
    Till.refuseNextCommit(new SQLException("a deferred constraint is violated", "23503"));

    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThatThrownBy(() -> client.repeat(id, session, method, "ink"))
          .isInstanceOf(EJBException.class)
          .hasMessageContaining("lost in another resource");
    }

    assertThat(NODE.database().count("orders")).isEqualTo(1);
  }

  /** Nobody tells whose connection it was. */
  @Test
  void shouldSayThatAnotherResourceMayHaveLostItsPartWhenAConnectionIsLost() throws Exception {
    BreakingDriver.breakNextCommit(Break.AFTER);

    assertThatThrownBy(() -> basket.orderAtTill("ink"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("committed in the database of the markers, and perhaps lost in")
        .hasMessageContaining("connection reset");

    assertThat(Till.takeCommits()).isEqualTo(1);
    assertThat(NODE.database().count("orders")).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldExecuteTheCallOnceWhenAResourceIsLostBeforeItPrepares() throws Exception {
    Till.failNext(XAException.XAER_RMFAIL);

    assertThat(basket.orderAtTill("ink")).isEqualTo(2);

    assertThat(Till.takeCommits()).isEqualTo(1);
    assertThat(NODE.database().count("orders")).isEqualTo(1);
    assertThat(basket.items()).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldGoOnWithTheStateOfBeforeAndSaySoWhenAResourceRefusesToPrepare() throws Exception {
    Till.failNext(XAException.XA_RBINTEGRITY);

    assertThatThrownBy(() -> basket.orderAtTill("ink"))
        .isInstanceOf(TransactionRolledbackLocalException.class)
        .hasMessageContaining("goes on with its state of before this call");

    assertThat(Till.takeCommits()).isZero();
    assertThat(NODE.database().count("orders")).isZero();
    assertThat(basket.items()).isEqualTo(List.of("pen"));
  }
}
