package org.g2cl.cmi.jonas;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a database is asked that does not answer. */
class OutcomesTest {
  private final Outcomes outcomes = new Outcomes();
  private final CountDownLatch back = new CountDownLatch(1);
  private final AtomicInteger waiting = new AtomicInteger();

  @AfterEach
  void close() {
    outcomes.close();
  }

  /** Only the request's own session writes a marker, in an epoch of its own. */
  @Test
  void shouldTellOfASessionThatARequestHasCalledWhetherTheRequestHasCommitted() throws Exception {
    DataSource database =
        Naming.dataSource(
            () -> DriverManager.getConnection("jdbc:h2:mem:outcomes;DB_CLOSE_DELAY=-1"));
    MarkerTable table = new MarkerTable(database, Duration.ofSeconds(5));
    table.create();
    outcomes.use(table);
    SessionId called = new SessionId("called");
    RequestId request = new RequestId("root/1");

    assertThat(outcomes.bar(called, request, 1)).as("before").isFalse();

    try (Connection transaction = database.getConnection()) {
      table.record(transaction, Ids.root(request), request, 1); // so nothing was barred
      table.record(transaction, Ids.root(new RequestId("other/1")), new RequestId("other/1"), 1);
    }
    assertThat(outcomes.bar(called, request, 7)).isTrue();
    assertThat(outcomes.bar(called, new RequestId("root/2"), 1)).isFalse();
  }

  @Test
  void shouldNotCallARequestBarredWhileTheNamedTableIsNotOpen() throws Exception {
    SessionId session = new SessionId("root");
    RequestId request = new RequestId("root/1");
    assertThat(outcomes.bar(session, request, 1)).as("where none is named").isFalse();

    outcomes.named("jdbc_1", () -> {});

    assertThatThrownBy(() -> outcomes.bar(session, request, 1))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("jonas.service.ha.datasource, which is 'jdbc_1', cannot be used yet");
    assertThatThrownBy(() -> outcomes.settle(session, request, 1))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("'jdbc_1', cannot be used yet");
  }

  private boolean askWhileItIsSilent() throws PropagationException {
    return outcomes.outside(
        null,
        () -> {
          waiting.incrementAndGet();
          return back.await(20, SECONDS);
        });
  }

  @Test
  void shouldNotAskLaterWhatNobodyAwaitsAnyMore() throws Exception {
    List<FutureTask<Boolean>> callers = new ArrayList<>();
    for (int i = 0; i < Outcomes.THREADS; i++) {
      FutureTask<Boolean> caller = new FutureTask<>(this::askWhileItIsSilent);
      callers.add(caller);
      new Thread(caller).start();
    }
    await().until(() -> waiting.get() == Outcomes.THREADS);
    AtomicBoolean asked = new AtomicBoolean();

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> outcomes.outside(null, () -> asked.getAndSet(true)))
        .isInstanceOf(PropagationException.class)
        .hasMessage("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    back.countDown();

    for (FutureTask<Boolean> caller : callers) {
      assertThat(caller.get(20, SECONDS)).isTrue();
    }
    assertThat(outcomes.outside(null, () -> "an answer")).isEqualTo("an answer");
    assertThat(asked).as("asked though nobody waits").isFalse();
  }
}
