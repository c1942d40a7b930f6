package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.shop.Gate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests that come again, or wait, while other clients call their session. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RepeatedRequestTest {
  /** One more than the replies that are kept. */
  private static final int OTHERS = 9;

  @RegisterExtension static final AloneNode NODE = new AloneNode();

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private EjbdClient client;
  private String basket;
  private CompletableFuture<Object> running;

  @BeforeEach
  void open() throws Exception {
    client = NODE.newClient();
    basket = client.create(EjbdClient.newId());
  }

  @AfterEach
  void end() {
    pool.shutdownNow();
  }

  private CompletableFuture<Object> send(String id, String method, Object... arguments) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return NODE.newClient().repeat(id, basket, method, arguments);
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        },
        pool);
  }

  /** Begins a call that goes on until the gate opens. */
  private void occupy() {
    running = send("slow-1", "addSlowly", "slow");
    Gate.awaitVisitor();
  }

  private static void awaitWaiting(int calls) {
    Awaitility.await(calls + " calls wait for their turn")
        .atMost(Duration.ofSeconds(20))
        .until(() -> waiting() == calls);
  }

  private static long waiting() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack ->
                Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals("enterInTurn")))
        .count();
  }

  private List<CompletableFuture<Object>> sendOthers() {
    var others = new ArrayList<CompletableFuture<Object>>();
    for (int i = 0; i < OTHERS; i++) {
      others.add(send("other" + i + "-1", "add", "cap"));
    }
    return others;
  }

  /** In the end its reply would have been displaced by those of the others. */
  @Test
  @Order(1)
  void shouldAnswerAnExecutedRequestWhileMoreCallsWaitThanRepliesAreKept() throws Exception {
    assertThat(client.repeat("again-1", basket, "add", "pen")).isEqualTo(1);
    assertThat(client.repeat("again-2", basket, "add", "ink")).isEqualTo(2);
    occupy();
    List<CompletableFuture<Object>> others = sendOthers();
    awaitWaiting(OTHERS);

    CompletableFuture<Object> again = send("again-1", "add", "pen");

    assertThat(again.get(5, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(running).isNotDone();
    Gate.open();
    for (CompletableFuture<Object> other : others) {
      other.get(20, TimeUnit.SECONDS);
    }
    assertThat((List<?>) client.call(basket, "items")).hasSize(2 + 1 + OTHERS);
  }

  @Test
  @Order(2)
  void shouldAnswerARequestThatCameTwiceBeforeItWasExecutedThoughManyWaitBetween()
      throws Exception {
    occupy();
    CompletableFuture<Object> once = send("again-1", "add", "pen");
    awaitWaiting(1);
    List<CompletableFuture<Object>> others = sendOthers();
    awaitWaiting(1 + OTHERS);
    CompletableFuture<Object> again = send("again-1", "add", "pen");
    awaitWaiting(2 + OTHERS);

    Gate.open();

    assertThat(once.get(20, TimeUnit.SECONDS)).isEqualTo(2);
    assertThat(again.get(20, TimeUnit.SECONDS)).isEqualTo(2);
    for (CompletableFuture<Object> other : others) {
      other.get(20, TimeUnit.SECONDS);
    }
    assertThat((List<?>) client.call(basket, "items")).hasSize(2 + OTHERS);
  }

  @Test
  @Order(3)
  void shouldSendAWaitingCallElsewhereAtOnceWhenTheNodeLeaves() throws Exception {
    occupy();
    CompletableFuture<Object> waiting = send("waits-1", "add", "pen");
    awaitWaiting(1);

    CompletableFuture<Void> leaving = CompletableFuture.runAsync(NODE::leave, pool);

    assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("leaves its group");
    assertThat(running).isNotDone();
    Gate.open();
    assertThat(running.get(20, TimeUnit.SECONDS)).isEqualTo(1);
    leaving.get(30, TimeUnit.SECONDS);
  }
}
