package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.ConcurrentAccessTimeoutException;
import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchEJBException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.openejb.client.ResponseCodes;
import org.apache.openejb.client.ThrowableArtifact;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.graph.GraphFormat;
import org.g2cl.cmi.tomee.graph.UnsupportedGraphException;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.Branch;
import org.g2cl.cmi.tomee.shop.BranchBean;
import org.g2cl.cmi.tomee.shop.Gate;
import org.g2cl.cmi.tomee.shop.OutOfStockException;
import org.g2cl.cmi.tomee.shop.RefusedException;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionBusyException;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StateTooLargeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicatedSessionTest {
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
  void shouldKeepStateWhenEachCallIsBuiltFromBytes() throws Exception {
    shop.memory().takeOverBeforeEachCall(true);
    String basket = shop.newBasket();

    shop.client.call(basket, "add", "pen");
    shop.client.call(basket, "add", "ink");

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen", "ink"));
  }

  @Test
  void shouldBindInjectionsAgainWhenEachCallIsBuiltFromBytes() throws Exception {
    shop.memory().takeOverBeforeEachCall(true);
    String basket = shop.newBasket();

    assertThat(shop.client.call(basket, "report"))
        .isEqualTo("calls=1 activations=1 price=3 journal=1 rollbackOnly=false");
    assertThat(shop.client.call(basket, "report"))
        .isEqualTo("calls=2 activations=2 price=3 journal=2 rollbackOnly=false");
    assertThat(shop.client.call(basket, "order", "pen")).isEqualTo(1);
  }

  @Test
  void shouldLeaveTheSessionFreeWhenACallThatWasLetInCannotBegin() throws Exception {
    String basket = shop.newBasket();
    shop.memory().breakNextState(new StackOverflowError("meant by the test"));
    assertThatThrownBy(() -> shop.client.call(basket, "add", "pen"))
        .hasStackTraceContaining("meant by the test");

    assertThat(shop.client.call(basket, "add", "ink")).isEqualTo(1);
  }

  @Test
  void shouldUseLiveInstanceWhenItIsCurrent() throws Exception {
    String basket = shop.newBasket();
    shop.client.call(basket, "add", "pen");

    assertThat(shop.client.call(basket, "report"))
        .isEqualTo("calls=2 activations=0 price=3 journal=1 rollbackOnly=false");
  }

  @Test
  void shouldUseRequestIdOfCreationAsSessionIdAndCreateOnce() throws Exception {
    String id = EjbdClient.newId();
    int before = shop.memory().executed();

    assertThat(shop.client.create(id)).isEqualTo(id);
    assertThat(shop.client.create(id)).isEqualTo(id);

    assertThat(shop.memory().executed() - before).isEqualTo(2); // basket and its journal
  }

  @Test
  void shouldCreateASessionWhoseBeanCreatesOthersOfItsClass() throws Exception {
    var branches = new EjbdClient(shop.node.location(), "BranchRemote", Branch.class);
    BranchBean.open(2);
    String id = EjbdClient.newId();

    assertThat(branches.create(id)).isEqualTo(id);
    assertThat(branches.call(id, "size")).isEqualTo(3);
  }

  @Test
  void shouldExecuteRepeatedRequestOnce() throws Exception {
    String basket = shop.newBasket();
    String id = EjbdClient.newId();

    assertThat(shop.client.repeat(id, basket, "add", "pen")).isEqualTo(1);
    assertThat(shop.client.repeat(id, basket, "add", "pen")).isEqualTo(1);

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldAnswerRepeatedRequestWithTheSameApplicationException() throws Exception {
    String basket = shop.newBasket();
    String id = EjbdClient.newId();

    assertThatThrownBy(() -> shop.client.repeat(id, basket, "addThenRefuse", "pen"))
        .isInstanceOf(RefusedException.class);
    assertThatThrownBy(() -> shop.client.repeat(id, basket, "addThenRefuse", "pen"))
        .isInstanceOf(RefusedException.class)
        .hasMessage("pen");

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldAnswerRepeatedRemovalAndForgetTheSession() throws Exception {
    String basket = shop.newBasket();
    shop.client.call(basket, "add", "pen");
    String id = EjbdClient.newId();

    assertThat(shop.client.repeat(id, basket, "pay")).isEqualTo(List.of("pen"));
    assertThat(shop.client.repeat(id, basket, "pay")).isEqualTo(List.of("pen"));

    assertThat(shop.memory().holds(basket)).isFalse();
    assertThatThrownBy(() -> shop.client.call(basket, "items"))
        .isInstanceOf(NoSuchObjectException.class);
  }

  @Test
  void shouldRetainSessionWhenItsRemovalIsRefused() throws Exception {
    String basket = shop.newBasket();

    assertThatThrownBy(() -> shop.client.call(basket, "payThenRefuse"))
        .isInstanceOf(OutOfStockException.class);

    shop.memory().takeOverBeforeEachCall(true);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("tried"));
  }

  @Test
  void shouldRollBackRowsAndKeepBeanStateWhenApplicationExceptionAsksForIt() throws Exception {
    String basket = shop.newBasket();
    int rows = shop.database.count("orders");
    String id = EjbdClient.newId();

    assertThatThrownBy(() -> shop.client.repeat(id, basket, "orderThenRefuse", "pen"))
        .isInstanceOf(OutOfStockException.class);
    assertThatThrownBy(() -> shop.client.repeat(id, basket, "orderThenRefuse", "pen"))
        .isInstanceOf(OutOfStockException.class);

    assertThat(shop.database.count("orders")).isEqualTo(rows);
    shop.memory().takeOverBeforeEachCall(true);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldRemoveSessionEverywhereWhenBeanCrashesAndSayTheSameAgain() throws Exception {
    String basket = shop.newBasket();
    String id = EjbdClient.newId();

    assertThatThrownBy(() -> shop.client.repeat(id, basket, "crash"))
        .isInstanceOf(RemoteException.class)
        .hasRootCauseMessage("crashed");
    assertThatThrownBy(() -> shop.client.repeat(id, basket, "crash"))
        .isInstanceOf(RemoteException.class)
        .hasRootCauseMessage("crashed");

    assertThat(shop.memory().holds(basket)).isFalse();
  }

  @Test
  void shouldNameTheFieldThatCannotBeSerializedAndGoOnWithTheStateOfBefore() throws Exception {
    String basket = shop.newBasket();
    shop.client.call(basket, "add", "pen");

    assertThatThrownBy(() -> shop.client.call(basket, "holdThread"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("bean Basket")
        .hasMessageContaining("BasketBean.held[worker][1] is of class java.lang.Thread")
        .hasMessageContaining("transient")
        .hasMessageEndingWith(goesOn(basket));

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  private static String goesOn(String basket) {
    return "; session " + basket + " goes on with its state of before this call";
  }

  @Test
  void shouldNameTheFieldWhoseObjectThrowsWhenItIsWrittenAndGoOnWithTheStateOfBefore()
      throws Exception {
    String basket = shop.newBasket();
    shop.client.call(basket, "add", "pen");

    assertThatThrownBy(() -> shop.client.call(basket, "holdStubborn"))
        .isInstanceOf(EJBException.class)
        .hasMessageStartingWith("bean Basket: BasketBean.held[worker][1] is of class ")
        .hasMessageContaining("BasketBean$Stubborn, whose writeReplace throws")
        .hasMessageContaining("IllegalStateException: not now")
        .hasMessageEndingWith(goesOn(basket));

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldNameTheClassOfAResultThatThrowsWhenItIsWritten() throws Exception {
    String basket = shop.newBasket();

    assertThatThrownBy(() -> shop.client.call(basket, "stubbornResult"))
        .isInstanceOf(EJBException.class)
        .hasMessageStartingWith("bean Basket: the result of class ")
        .hasMessageContaining("BasketBean$Stubborn cannot be stored")
        .hasMessageContaining("IllegalStateException: not now")
        .hasMessageEndingWith(goesOn(basket));

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of());
  }

  @Test
  void shouldSayThatTheSessionGoesOnWhenItsStateIsTooLarge() throws Exception {
    String basket = shop.newBasket();
    shop.memory().failNextPrepare(new StateTooLargeException("too large"));

    assertThatThrownBy(() -> shop.client.call(basket, "add", "pen"))
        .isInstanceOf(EJBException.class)
        .hasMessage("too large" + goesOn(basket));

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of());
  }

  @Test
  void shouldSayThatNoSessionIsCreatedWhenItsStateIsTooLarge() {
    shop.memory().failNextPrepare(new StateTooLargeException("too large"));

    assertThatThrownBy(() -> shop.newBasket())
        .hasMessageContaining("too large; session ")
        .hasMessageContaining(" is not created");
  }

  @Test
  void shouldSayThatAChainIsTooLongAndGoOnWithTheStateOfBefore() throws Exception {
    String basket = shop.newBasket();
    shop.client.call(basket, "add", "pen");

    assertThatThrownBy(() -> shop.client.call(basket, "holdChain", 20_000))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("bean Basket")
        .hasMessageContaining("its state cannot be replicated: objects are nested more than 250")
        .hasMessageEndingWith(goesOn(basket));

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
    assertThat(shop.client.call(basket, "add", "ink")).isEqualTo(2);
  }

  @Test
  void shouldSayThatAResultIsTooLongAChain() throws Exception {
    String basket = shop.newBasket();

    assertThatThrownBy(() -> shop.client.call(basket, "chain", 20_000))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("BasketBean$Link cannot be stored")
        .hasMessageContaining("objects are nested more than 250 deep")
        .hasMessageEndingWith(goesOn(basket));

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of());
  }

  @Test
  void shouldEndTheCallWhenTheJvmFailsInItsPropagation() throws Exception {
    String basket = shop.newBasket();
    shop.memory().breakNextPrepare(new InternalError("broken"));

    assertThatThrownBy(() -> shop.client.call(basket, "add", "pen"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("bean Basket: java.lang.InternalError: broken");
    shop.memory().breakNextPrepare(new InternalError("broken"));
    assertThatThrownBy(() -> shop.client.call(basket, "addOutsideTransaction", "pen"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("broken");

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of());
  }

  @Test
  void shouldNotTakeABusinessMethodNamedCallForACreation() throws Exception {
    assertThat(shop.client.call(shop.newBasket(), "call")).isEqualTo("called");
  }

  @Test
  void shouldAskTheClientToComeAgainWhileItsRequestIsExecuted() throws Exception {
    String basket = shop.newBasket();
    String id = EjbdClient.newId();
    var first = CompletableFuture.supplyAsync(() -> slowly(id, basket));
    Gate.awaitVisitor();

    assertThatThrownBy(() -> slowly(id, basket)).hasCauseInstanceOf(SessionBusyException.class);
    assertThatThrownBy(() -> slowly(EjbdClient.newId(), basket))
        .hasCauseInstanceOf(ConcurrentAccessTimeoutException.class);
    Gate.open();

    assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(slowly(id, basket)).isEqualTo(1);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  private static Object slowly(String id, String basket) {
    try {
      return shop.client.repeat(id, basket, "addSlowly", "pen");
    } catch (Exception e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void shouldRefuseStateOfClassOffTheListWhereItIsWritten() throws Exception {
    String basket = shop.newBasket();

    assertThatThrownBy(() -> shop.client.call(basket, "holdLevel"))
        .isInstanceOf(EJBException.class)
        .hasMessageStartingWith(
            "bean Basket: BasketBean.level is of class java.util.logging.Level, which is a class of the JDK")
        .hasMessageContaining("AllowedClasses")
        .hasMessageEndingWith(goesOn(basket))
        .satisfies(e -> assertThat(e.getMessage().split("logging.Level")).as("once").hasSize(2));

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldNameTheFieldThatHoldsALambda(boolean serializable) throws Exception {
    String basket = shop.newBasket();

    assertThatThrownBy(() -> shop.client.call(basket, "holdLambda", serializable))
        .isInstanceOf(EJBException.class)
        .hasMessageStartingWith("bean Basket: BasketBean.rule is a lambda, so")
        .hasMessageContaining("transient")
        .hasMessageEndingWith(goesOn(basket))
        .message()
        .doesNotContain("SerializedLambda", "$$Lambda", "AllowedClasses");
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of());
  }

  @Test
  void shouldRefuseStateOfClassOffTheListWhereItIsRead() throws Exception {
    String basket = shop.newBasket();
    shop.memory().replaceState(basket, forge());

    assertThatThrownBy(() -> shop.client.call(basket, "items"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("javax.management.ObjectName")
        .hasMessageContaining("AllowedClasses");
  }

  @Test
  void shouldRefuseGraphOfClassOffTheListWhereItIsRead() throws Exception {
    String basket = shop.newBasket();
    shop.memory().replaceState(basket, forgeGraph());

    assertThatThrownBy(() -> shop.client.call(basket, "items"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("org.slf4j.event.Level")
        .hasMessageContaining("AllowedClasses");
  }

  /** As {@link #forge}, by a member that allows more. */
  private static byte[] forgeGraph() throws UnsupportedGraphException {
    var list = new ClassAllowList("Basket", Set.of(), List.of("org.slf4j.event.*"));
    return new GraphFormat(
            new StateRules(list, ContentLimits.defaults()),
            ReplicatedSessionTest.class.getClassLoader())
        .write(
            List.of(),
            out -> {
              out.writeByte(StateGraphs.VERSION);
              out.writeByte(1);
              out.writeByte(0);
              out.writeText("BasketBean");
              out.writeObject(org.slf4j.event.Level.INFO);
            });
  }

  /** A state by Java serialization that no bean has written. */
  private static byte[] forge() throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.write(1);
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeByte(1);
      out.writeByte(0);
      out.writeUTF("BasketBean");
      out.writeObject(
          new ArrayList<>(List.of(ManagementFactory.getRuntimeMXBean().getObjectName())));
    }
    return bytes.toByteArray();
  }

  @Test
  void shouldRefuseResultThatCouldNotBeRepeated() throws Exception {
    String basket = shop.newBasket();

    assertThatThrownBy(() -> shop.client.call(basket, "strangeResult"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("the result of class java.util.logging.Level");

    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of());
  }

  @Test
  void shouldReplicateCallWithoutTransaction() throws Exception {
    String basket = shop.newBasket();

    shop.client.call(basket, "addOutsideTransaction", "pen");

    shop.memory().takeOverBeforeEachCall(true);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldLetBeanCallItselfWithinItsCall() throws Exception {
    String basket = shop.newBasket();

    assertThat(shop.client.call(basket, "callMyself", "pen")).isEqualTo("pen1");
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldSendClientElsewhereAndRollBackWhenFenced() throws Exception {
    String basket = shop.newBasket();
    int rows = shop.database.count("orders");
    shop.memory().failNextPrepare(new FencedException("taken over by b"));

    assertThatThrownBy(() -> shop.client.call(basket, "order", "pen"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("taken over by b");

    assertThat(shop.database.count("orders")).isEqualTo(rows);
    assertThat(shop.client.call(basket, "items")).isEqualTo(List.of());
  }

  @Test
  void shouldSendClientElsewhereWhenNotAdmitted() throws Exception {
    String basket = shop.newBasket();
    shop.memory().failNextAdmission(new PropagationException("leaving"));

    var answer = shop.client.answer(EjbdClient.newId(), basket, "items");

    assertThat(answer.getResponseCode()).isEqualTo(ResponseCodes.EJB_APP_EXCEPTION);
    assertThat(((ThrowableArtifact) answer.getResult()).getThrowable())
        .isInstanceOf(RetryElsewhereException.class);
  }

  /** Else a bean that keeps such a reference has no state that can be written. */
  @Test
  @SuppressWarnings("BanJNDI") // a name of the server's, in this JVM
  void shouldNameTheBeanOfAReferenceWhoseSessionIsNoMore() throws Exception {
    ContainerSystem server = SystemInstance.get().getComponent(ContainerSystem.class);
    var basket = (Basket) server.getJNDIContext().lookup("openejb/local/BasketRemote");
    EjbReference names = EjbReference.of(basket);
    shop.memory().drop(new SessionId(names.key()));
    assertThatThrownBy(() -> basket.add("pen")).isInstanceOf(NoSuchEJBException.class);

    assertThat(EjbReference.of(basket)).isEqualTo(names);

    var read = (Basket) names.resolve();
    assertThatThrownBy(() -> read.add("pen")).isInstanceOf(NoSuchEJBException.class);
  }

  @Test
  void shouldAnswerUnknownSessionAsTheStockContainerDoes() {
    assertThatThrownBy(() -> shop.client.call("nobody", "items"))
        .isInstanceOf(NoSuchObjectException.class);
  }
}
