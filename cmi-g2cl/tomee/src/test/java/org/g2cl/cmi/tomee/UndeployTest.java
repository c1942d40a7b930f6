package org.g2cl.cmi.tomee;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.InterfaceType;
import org.apache.openejb.RpcContainer;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.errand.Drawbridge;
import org.g2cl.cmi.tomee.errand.DrawbridgeBean;
import org.g2cl.cmi.tomee.errand.Turnstile;
import org.g2cl.cmi.tomee.errand.TurnstileBean;
import org.g2cl.cmi.tomee.shop.Gate;
import org.g2cl.cmi.tomee.shop.Ledger;
import org.g2cl.cmi.tomee.shop.OwnLedgerBean;
import org.junit.jupiter.api.Test;

/** A bean that ends while its server, and its sessions elsewhere, go on. */
class UndeployTest {
  @Test
  void shouldSendCallersElsewhereAtOnce() throws Exception {
    try (var shop = new BasketNode(Application.TURNSTILE)) {
      var client = new EjbdClient(shop.node.location(), "TurnstileRemote", Turnstile.class);
      String session = client.create(EjbdClient.newId());
      BeanContext bean = deployed(TurnstileBean.class);
      var container = (RpcContainer) bean.getContainer();

      container.undeploy(bean);

      assertThatThrownBy(() -> client.call(session, "atOnce"))
          .hasMessageContaining("No such deployment");
      assertThatThrownBy(() -> late(container, bean, session))
          .isInstanceOf(ApplicationException.class)
          .hasRootCauseInstanceOf(RetryElsewhereException.class)
          .hasRootCauseMessage("bean %s is being undeployed here", bean.getDeploymentID());
    }
  }

  @Test
  void shouldPassivateTheInstanceOfACallThatRunsWhenThatIsOver() throws Exception {
    try (var shop = new BasketNode(Application.DRAWBRIDGE)) {
      var client = new EjbdClient(shop.node.location(), "DrawbridgeRemote", Drawbridge.class);
      String session = client.create(EjbdClient.newId());
      byte[] before = shop.memory().state(session);
      int raised = DrawbridgeBean.RAISED.get();
      CompletableFuture<Object> running = async(() -> client.call(session, "passSlowly"));
      Gate.awaitVisitor();

      undeploy(DrawbridgeBean.class);

      assertThat(DrawbridgeBean.RAISED.get()).as("passivated while it runs").isEqualTo(raised);
      Gate.open();
      assertThat(running.get(20, SECONDS)).isEqualTo(1);
      assertThat(DrawbridgeBean.RAISED.get()).isEqualTo(raised + 1);
      assertThat(shop.memory().state(session)).as("replicated").isNotEqualTo(before);
    }
  }

  @Test
  void shouldLetCallsOfOtherBeansGoOnWhileInstancesArePassivated() throws Exception {
    try (var shop = new BasketNode(Application.DRAWBRIDGE)) {
      var client = new EjbdClient(shop.node.location(), "DrawbridgeRemote", Drawbridge.class);
      client.call(client.create(EjbdClient.newId()), "guard");
      String basket = shop.newBasket();
      CompletableFuture<Object> ending = async(() -> undeploy(DrawbridgeBean.class));
      Gate.awaitVisitor();
      try {
        assertThat(async(() -> shop.client.call(basket, "add", "pen")).get(10, SECONDS))
            .isEqualTo(1);
      } finally {
        Gate.open();
      }
      assertThat(ending.get(20, SECONDS)).isEqualTo("undeployed");
    }
  }

  @Test
  void shouldRollBackATransactionThatTheBeanHasLeftOpen() throws Exception {
    try (var shop = new BasketNode()) {
      var client = new EjbdClient(shop.node.location(), "OwnLedgerRemote", Ledger.class);
      client.call(client.create(EjbdClient.newId()), "begin", "a");
      assertThat(openTransactions(shop)).isEqualTo(1);

      undeploy(OwnLedgerBean.class);

      assertThat(openTransactions(shop)).isZero();
    }
  }

  @Test
  void shouldRollBackATransactionThatACallLeavesOpenWhoseBeanIsUndeployedMeanwhile()
      throws Exception {
    try (var shop = new BasketNode()) {
      var client = new EjbdClient(shop.node.location(), "OwnLedgerRemote", Ledger.class);
      String session = client.create(EjbdClient.newId());
      shop.memory().afterPrepare(1, () -> undeployUnchecked(OwnLedgerBean.class));

      assertThat(client.call(session, "begin", "a")).isEqualTo(1);

      assertThat(openTransactions(shop)).isZero();
    }
  }

  private static int openTransactions(BasketNode shop) throws Exception {
    return shop.database.count("INFORMATION_SCHEMA.SESSIONS WHERE CONTAINS_UNCOMMITTED");
  }

  private static void undeployUnchecked(Class<?> type) {
    try {
      undeploy(type);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object undeploy(Class<?> type) throws Exception {
    BeanContext bean = deployed(type);
    ((RpcContainer) bean.getContainer()).undeploy(bean);
    return "undeployed";
  }

  private static CompletableFuture<Object> async(Callable<Object> work) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return work.call();
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        });
  }

  private static BeanContext deployed(Class<?> type) {
    return Stream.of(SystemInstance.get().getComponent(ContainerSystem.class).deployments())
        .filter(bean -> bean.getBeanClass() == type)
        .findAny()
        .orElseThrow();
  }

  /** As ejbd calls, when it has found the bean before. */
  private static Object late(RpcContainer container, BeanContext bean, String session)
      throws Exception {
    return container.invoke(
        bean.getDeploymentID(),
        InterfaceType.EJB_OBJECT,
        Turnstile.class,
        Turnstile.class.getMethod("atOnce"),
        new Object[0],
        session);
  }
}
