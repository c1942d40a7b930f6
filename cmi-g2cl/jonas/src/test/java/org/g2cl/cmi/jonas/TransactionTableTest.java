package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.Thread.State;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.Context;
import javax.naming.spi.InitialContextFactory;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A data source that is there and whose database does not answer. */
class TransactionTableTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final AtomicInteger ASKED = new AtomicInteger();
  private static final CountDownLatch ANSWER = new CountDownLatch(1);

  private final Members members = new Members();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  /** Names one data source, by any name. */
  public static final class Names implements InitialContextFactory {
    /** Made by JNDI. */
    public Names() {}

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
      return (Context)
          Proxy.newProxyInstance(
              Names.class.getClassLoader(),
              new Class<?>[] {Context.class},
              (self, method, arguments) -> method.getName().equals("lookup") ? source() : null);
    }

    private static Object source() {
      return Proxy.newProxyInstance(
          Names.class.getClassLoader(),
          new Class<?>[] {DataSource.class},
          (self, method, arguments) -> {
            ASKED.incrementAndGet();
            assertThat(ANSWER.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            throw new SQLException("no answer");
          });
    }
  }

  @BeforeEach
  void start() {
    System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Names.class.getName());
  }

  @AfterEach
  void stop() {
    System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
    timer.shutdownNow();
    members.close();
  }

  @Test
  void shouldNotAskDatabaseForEachClientThatComesOverWhenItHasJustFailed() throws Exception {
    TransactionTable table = new TransactionTable(members.join(), "jdbc_1", timer);
    List<Thread> clients = new ArrayList<>();
    for (int client = 0; client < 20; client++) {
      Thread thread = new Thread(table::open);
      thread.start();
      clients.add(thread);
    }
    await()
        .atMost(PATIENCE)
        .until(() -> clients.stream().filter(c -> c.getState() == State.BLOCKED).count() == 19);
    ANSWER.countDown();
    for (Thread client : clients) {
      client.join(PATIENCE.toMillis());
    }
    assertThat(ASKED).hasValue(1);
  }
}
