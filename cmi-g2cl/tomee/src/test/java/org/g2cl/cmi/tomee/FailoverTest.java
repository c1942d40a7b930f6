package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.store.Death;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailoverTest {
  private static final Duration WAIT = Duration.ofSeconds(20);

  /** Milliseconds; longer than a node takes to leave. */
  private static final long LONG = 15_000;

  @TempDir Path folder;
  private BasketPair nodes;
  private BasketProcess a;
  private BasketProcess b;

  @BeforeEach
  void start() throws Exception {
    nodes = BasketPair.start(folder, Application.BASKET, Death.NONE);
    a = nodes.a();
    b = nodes.b();
  }

  @AfterEach
  void stop() {
    nodes.close();
  }

  @Test
  void shouldGoOnAtTheOtherNodeWithStateRowsAndReplies() throws Exception {
    EjbdClient atA = new EjbdClient(a.location(), "BasketRemote", Basket.class);
    EjbdClient atB = new EjbdClient(b.location(), "BasketRemote", Basket.class);
    String basket = atA.create(EjbdClient.newId());
    atA.call(basket, "add", "pen");
    String order = EjbdClient.newId();
    assertThat(atA.repeat(order, basket, "order", "ink")).isEqualTo(2);
    String note = EjbdClient.newId();
    assertThat(atA.repeat(note, basket, "note", "nib")).isEqualTo(1); // two sessions, no row

    a.kill();

    assertThat(eventually(atB, order, basket)).isEqualTo(2); // answered from the stored reply
    assertThat(atB.repeat(note, basket, "note", "nib")).isEqualTo(1);
    assertThat(nodes.database().count("orders")).isEqualTo(1);
    assertThat(atB.call(basket, "items")).isEqualTo(List.of("pen", "ink", "nib"));
    assertThat(atB.call(basket, "report"))
        .isEqualTo("calls=5 activations=1 price=3 journal=2 rollbackOnly=false");
    assertThat(atB.call(basket, "order", "cap")).isEqualTo(4);
    assertThat(nodes.database().count("orders")).isEqualTo(2);
    assertThat(atB.call(basket, "pay")).isEqualTo(List.of("pen", "ink", "nib", "cap"));
  }

  @Test
  void shouldHandSessionsOverWhenNodeStops() throws Exception {
    EjbdClient atA = new EjbdClient(a.location(), "BasketRemote", Basket.class);
    EjbdClient atB = new EjbdClient(b.location(), "BasketRemote", Basket.class);
    String basket = atA.create(EjbdClient.newId());
    atA.call(basket, "add", "pen");

    a.stop();

    assertThat(atB.call(basket, "items")).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldHaveNoCopyOfASessionThatASystemExceptionHasEnded() throws Exception {
    EjbdClient atA = new EjbdClient(a.location(), "BasketRemote", Basket.class);
    EjbdClient atB = new EjbdClient(b.location(), "BasketRemote", Basket.class);
    String basket = atA.create(EjbdClient.newId());
    atA.call(basket, "add", "pen");
    String id = EjbdClient.newId();
    assertThatThrownBy(() -> atA.repeat(id, basket, "crash")).hasRootCauseMessage("crashed");

    a.kill();

    Awaitility.await("session unknown at b")
        .atMost(WAIT)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> atB.call(basket, "items"))
                    .isInstanceOf(NoSuchObjectException.class));
    assertThatThrownBy(() -> atB.repeat(id, basket, "crash")) // answered from the stored reply
        .isInstanceOf(RemoteException.class)
        .hasRootCauseMessage("crashed");
  }

  @Test
  void shouldGoOnElsewhereWhenItsNodeLeavesWhileTheBeanCallsAnotherSession() throws Exception {
    EjbdClient atA = new EjbdClient(a.location(), "BasketRemote", Basket.class);
    EjbdClient atB = new EjbdClient(b.location(), "BasketRemote", Basket.class);
    String basket = atA.create(EjbdClient.newId());
    assertThat(atA.call(basket, "note", "pen")).isEqualTo(1);
    String id = EjbdClient.newId();
    var call =
        CompletableFuture.runAsync(
            () ->
                assertThatThrownBy(() -> atA.repeat(id, basket, "noteAfterAsking", "ink", LONG))
                    .isInstanceOf(RetryElsewhereException.class)
                    .hasMessageContaining("is about to leave"));

    Awaitility.await().until(() -> a.text().contains("asking before ink"));
    a.stop();
    call.get(WAIT.toSeconds(), TimeUnit.SECONDS);

    assertThat(atB.repeat(id, basket, "noteAfterAsking", "ink", 0L)).isEqualTo(2);
    assertThat(atB.call(basket, "items")).isEqualTo(List.of("pen", "ink"));
  }

  /** What a client does: the same request again until somebody takes it. */
  private static Object eventually(EjbdClient client, String id, String basket) {
    return Awaitility.await("order repeated at b")
        .atMost(WAIT)
        .ignoreExceptions()
        .until(() -> client.repeat(id, basket, "order", "ink"), answer -> true);
  }
}
