package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.ConcurrentAccessTimeoutException;
import java.rmi.NoSuchObjectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.errand.Turnstile;
import org.g2cl.cmi.tomee.shop.Gate;
import org.g2cl.cmi.tomee.shop.RefusedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionBusyException;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two calls of one session meet. */
class AccessTimeoutTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private static BasketNode shop;
  private static EjbdClient turnstiles;
  private static EjbdClient sideGates;
  private final String slow = EjbdClient.newId();
  private String turnstile;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode(Application.TURNSTILE);
    turnstiles = new EjbdClient(shop.node.location(), "TurnstileRemote", Turnstile.class);
    sideGates = new EjbdClient(shop.node.location(), "SideGateRemote", Turnstile.class);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void open() throws Exception {
    shop.memory().patience(LONG);
    turnstile = turnstiles.create(EjbdClient.newId());
  }

  @AfterEach
  void forget() {
    shop.memory().takeOverBeforeEachCall(false);
    shop.group.execute(true);
  }

  private CompletableFuture<Object> begin(EjbdClient client, String session) {
    CompletableFuture<Object> running = async(client, slow, session, "slowly");
    Gate.awaitVisitor();
    return running;
  }

  private static CompletableFuture<Object> async(
      EjbdClient client, String id, String session, String method) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return client.repeat(id, session, method);
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        });
  }

  private static Object end(CompletableFuture<Object> running) throws Exception {
    Gate.open();
    return running.get(20, TimeUnit.SECONDS);
  }

  @Test
  void shouldRefuseACallAtOnceWhoseMethodDoesNotWait() throws Exception {
    CompletableFuture<Object> running = begin(turnstiles, turnstile);

    assertThatThrownBy(() -> turnstiles.call(turnstile, "atOnce"))
        .isInstanceOf(ConcurrentAccessTimeoutException.class)
        .hasMessageContaining(turnstile)
        .hasMessageContaining("within the @AccessTimeout of TurnstileBean.atOnce");

    assertThat(end(running)).isEqualTo(1);
    assertThat(turnstiles.call(turnstile, "atOnce")).isEqualTo(2);
  }

  @Test
  void shouldRefuseACallWhenTheTimeOfTheBeanIsOver() throws Exception {
    CompletableFuture<Object> running = begin(turnstiles, turnstile);
    long start = System.nanoTime();

    assertThatThrownBy(() -> turnstiles.call(turnstile, "asTheBeanSays"))
        .isInstanceOf(ConcurrentAccessTimeoutException.class)
        .hasMessageContaining("TurnstileBean.asTheBeanSays");

    assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(300).toNanos());
    assertThat(end(running)).isEqualTo(1);
  }

  /** Longer than the state propagation would wait, which here does not wait at all. */
  @Test
  void shouldExecuteACallThatWaitsAsLongAsItTakesWhenTheOtherHasEnded() throws Exception {
    shop.memory().patience(Duration.ZERO);
    CompletableFuture<Object> running = begin(turnstiles, turnstile);
    CompletableFuture<Object> waiting =
        async(turnstiles, EjbdClient.newId(), turnstile, "patiently");
    awaitWaiting();

    assertThat(end(running)).isEqualTo(1);
    assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo(2);
  }

  private static void awaitWaiting() {
    Awaitility.await("a call waits for its turn")
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                Thread.getAllStackTraces().values().stream()
                    .flatMap(Arrays::stream)
                    .anyMatch(frame -> frame.getMethodName().equals("enterInTurn")));
  }

  @Test
  void shouldSayToARequestThatIsSentAgainThatItIsBeingExecuted() throws Exception {
    shop.memory().patience(Duration.ZERO);
    CompletableFuture<Object> running = begin(turnstiles, turnstile);

    assertThatThrownBy(() -> turnstiles.repeat(slow, turnstile, "slowly"))
        .isInstanceOf(SessionBusyException.class);

    assertThat(end(running)).isEqualTo(1);
    assertThat(turnstiles.repeat(slow, turnstile, "slowly")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"patiently", "atOnce"})
  void shouldAnswerAnExecutedRequestAtOnceWhileAnotherCallOfTheSessionRuns(String method)
      throws Exception {
    String id = EjbdClient.newId();
    assertThat(turnstiles.repeat(id, turnstile, method)).isEqualTo(1);
    CompletableFuture<Object> running = begin(turnstiles, turnstile);

    assertThat(turnstiles.repeat(id, turnstile, method)).isEqualTo(1);

    assertThat(running).isNotDone();
    assertThat(end(running)).isEqualTo(2);
  }

  @Test
  void shouldSendAWaitingCallElsewhereAtOnceWhenTheServerExecutesNothingMore() throws Exception {
    CompletableFuture<Object> running = begin(turnstiles, turnstile);
    CompletableFuture<Object> waiting =
        async(turnstiles, EjbdClient.newId(), turnstile, "patiently");
    awaitWaiting();

    shop.group.execute(false);

    assertThatThrownBy(() -> waiting.get(4, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("send the request to another server");
    assertThat(running).isNotDone();
    assertThat(end(running)).isEqualTo(1);
  }

  @Test
  void shouldNotCallASessionByAnotherBeanOfItsInterface() throws Exception {
    assertThatThrownBy(() -> sideGates.call(turnstile, "atOnce"))
        .isInstanceOf(NoSuchObjectException.class);

    assertThat(turnstiles.call(turnstile, "atOnce")).as("as before").isEqualTo(1);
  }

  @Test
  void shouldSeeARunningCallWhoseMethodSaysNothing() throws Exception {
    String sideGate = sideGates.create(EjbdClient.newId());
    CompletableFuture<Object> running = begin(sideGates, sideGate);

    assertThatThrownBy(() -> sideGates.call(sideGate, "atOnce"))
        .hasMessageContaining("@AccessTimeout of SideGateBean.atOnce");

    assertThat(end(running)).isEqualTo(1);
  }

  @Test
  void shouldLeaveTheWaitOfAMethodThatSaysNothingToTheStatePropagation() throws Exception {
    shop.memory().patience(Duration.ZERO);
    String sideGate = sideGates.create(EjbdClient.newId());
    CompletableFuture<Object> running = begin(sideGates, sideGate);

    assertThatThrownBy(() -> sideGates.call(sideGate, "asTheBeanSays"))
        .isInstanceOf(ConcurrentAccessTimeoutException.class)
        .hasMessageContaining("session " + sideGate + " is busy");

    assertThat(end(running)).isEqualTo(1);
  }

  @Test
  void shouldHoldAfterATakeOverToo() throws Exception {
    shop.memory().takeOverBeforeEachCall(true);
    CompletableFuture<Object> running = begin(turnstiles, turnstile);

    assertThatThrownBy(() -> turnstiles.call(turnstile, "atOnce"))
        .hasMessageContaining("@AccessTimeout of TurnstileBean.atOnce");

    assertThat(end(running)).isEqualTo(1);
  }

  @Test
  void shouldLetTheNextCallInWhenOneHasFailedOrWasNotLetIn() throws Exception {
    assertThatThrownBy(() -> turnstiles.call(turnstile, "refuse"))
        .isInstanceOf(RefusedException.class);
    shop.memory().failNextAdmission(new PropagationException("leaving"));
    assertThatThrownBy(() -> turnstiles.call(turnstile, "atOnce"))
        .isInstanceOf(RetryElsewhereException.class);

    assertThat(turnstiles.call(turnstile, "atOnce")).isEqualTo(2);
    String id = EjbdClient.newId();
    assertThat(turnstiles.repeat(id, turnstile, "atOnce")).isEqualTo(3);
    assertThat(turnstiles.repeat(id, turnstile, "atOnce")).as("stored").isEqualTo(3);
  }

  /** Else the client would take the server for hung, and the session from the running call. */
  @Test
  void shouldAskARemoteCallToComeAgainBeforeItsClientTakesTheServerForHung() throws Exception {
    var timeouts = new AccessTimeouts(bean(), Duration.ofMillis(20));
    Turns turns = takenByAnother();

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> enter(timeouts, turns, "patiently"))
          .isInstanceOf(ApplicationException.class)
          .hasCauseInstanceOf(SessionBusyException.class);
    }
  }

  @Test
  void shouldCountTheTimeOfACallThatComesAgainFromItsFirstCome() throws Exception {
    var timeouts = new AccessTimeouts(bean(), Duration.ofMillis(100));
    Turns turns = takenByAnother();
    long start = System.nanoTime();

    var causes = new ArrayList<Class<?>>();
    while (!causes.contains(ConcurrentAccessTimeoutException.class) && causes.size() < 10) {
      try {
        enter(timeouts, turns, "asTheBeanSays");
      } catch (ApplicationException e) {
        causes.add(e.getCause().getClass());
      }
    }

    assertThat(causes).startsWith(SessionBusyException.class, SessionBusyException.class);
    assertThat(causes).contains(ConcurrentAccessTimeoutException.class);
    assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(300).toNanos());
  }

  private Turns takenByAnother() throws Exception {
    var turns = new Turns(Optional.empty());
    CompletableFuture.runAsync(() -> enterAtOnce(turns)).get(20, TimeUnit.SECONDS);
    return turns;
  }

  private Turns.Place enterAtOnce(Turns turns) {
    return new AccessTimeouts(bean()).enterAtOnce(turns, new SessionId(turnstile));
  }

  private void enter(AccessTimeouts timeouts, Turns turns, String method)
      throws ApplicationException, NoSuchMethodException {
    timeouts.enter(
        turns,
        new SessionId(turnstile),
        Turnstile.class.getMethod(method),
        Optional.of(new RequestId(slow)));
  }

  /** Else it may wait twice as long, for the turn and for a take-over: longer than its client. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldAskARemoteCallToComeAgainBeforeItTriesTheTakeOverThatTheCallBeforeHasNotDone(
      boolean letIn) throws Exception {
    var timeouts = new AccessTimeouts(bean());
    var turns = new Turns(Optional.of(Duration.ofMillis(10))); // a tenth of it is long
    Turns.Place before =
        CompletableFuture.supplyAsync(() -> enterAtOnce(turns)).get(20, TimeUnit.SECONDS);
    CompletableFuture<Turns.End> waiting =
        CompletableFuture.supplyAsync(() -> ended(timeouts, turns));
    awaitWaiting();

    if (letIn) {
      before.letIn();
    }
    before.leave();

    if (letIn) {
      assertThat(waiting.get(20, TimeUnit.SECONDS)).isInstanceOf(Turns.Place.class);
    } else {
      assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(SessionBusyException.class)
          .hasMessageContaining("the call before was not let in; ask again");
      assertThat(ended(timeouts, turns)).isInstanceOf(Turns.Place.class);
    }
  }

  private Turns.End ended(AccessTimeouts timeouts, Turns turns) {
    try {
      return timeouts.enter(
          turns,
          new SessionId(turnstile),
          Turnstile.class.getMethod("patiently"),
          Optional.of(new RequestId(slow)));
    } catch (ApplicationException | NoSuchMethodException e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void shouldEndTheWaitOfALocalCallThatHasNoOtherEndWhenItsThreadIsInterrupted() throws Exception {
    var timeouts = new AccessTimeouts(bean());
    Turns turns = takenByAnother();
    var patiently = Turnstile.class.getMethod("patiently");
    var ended = new CompletableFuture<Throwable>();
    var caller =
        new Thread(
            () -> {
              try {
                timeouts.enter(turns, new SessionId(turnstile), patiently, Optional.empty());
              } catch (ApplicationException e) {
                ended.complete(e.getCause());
              }
            });
    caller.start();
    Awaitility.await("it waits")
        .atMost(Duration.ofSeconds(20))
        .until(() -> caller.getState() == Thread.State.TIMED_WAITING);

    caller.interrupt();

    assertThat(ended.get(20, TimeUnit.SECONDS))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("interrupted while another call held it");
  }

  /** It would wait for itself. */
  @Test
  void shouldRefuseACallThatItsOwnThreadStandsInTheWayOf() throws Exception {
    var timeouts = new AccessTimeouts(bean());
    var turns = new Turns(Optional.empty());
    enterAtOnce(turns);
    var patiently = Turnstile.class.getMethod("patiently");

    assertThatThrownBy(
            () -> timeouts.enter(turns, new SessionId(turnstile), patiently, Optional.empty()))
        .hasCauseInstanceOf(ConcurrentAccessTimeoutException.class);
  }

  private static BeanContext bean() {
    return SystemInstance.get().getComponent(ContainerSystem.class).getBeanContext("Turnstile");
  }
}
