package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.g2cl.cmi.jonas.Instance.Reference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

/** Errors of what the server and its applications bring: a class that is missing, above all. */
class BackgroundErrorsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Members members = new Members();
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final AtomicInteger lookUps = new AtomicInteger();
  private final Naming naming = Naming.of(this::find);

  private Object find(String name) {
    lookUps.incrementAndGet();
    throw new NoClassDefFoundError("org/shop/Driver");
  }

  @AfterEach
  void stop() {
    naming.close();
    members.close();
  }

  /** A bean whose state needs a class that is not there. */
  private static final class Broken implements StatefulBeanReference {
    @Override
    public byte[] getState() throws ReplicationException {
      throw new NoClassDefFoundError("org/shop/Price");
    }

    @Override
    public boolean isModified() {
      return true;
    }

    @Override
    public void injectState(byte[] state) {
      throw new AssertionError("it has none");
    }
  }

  @Test
  void shouldGoOnWithoutCopiesWhenTheStateEndsInAnError() throws Exception {
    ContainerServer a = new ContainerServer(members);
    RequestId request = a.begin(session, 0);
    a.manager.addModifiedBean(request, session, new Broken());
    try (LogLines log = new LogLines(WithoutCopies.class)) {
      assertThat(a.end(request, 1, true)).isTrue();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("goes on without copies")
          .contains("org/shop/Price");
    }
  }

  @Test
  void shouldGoOnWithoutMarkersWhenTheDataSourceNeedsAClassThatIsMissing() {
    ContainerServer a = new ContainerServer(members, "jdbc_1");
    try (LogLines log = new LogLines(TransactionTable.class)) {
      Instance bean = new Instance();
      a.call(session, 0, bean.with("one"), 1);
      a.call(session, 1, bean.with("two"), 2);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("jonas.service.ha.datasource is 'jdbc_1', which cannot be used")
          .contains("org/shop/Driver");
    }
  }

  @Test
  void shouldLookForTheDataSourceAgainAfterAnError() throws Exception {
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    TransactionTable table =
        new TransactionTable(members.join(), "jdbc_1", new ServerTransactions(), timer);
    try {
      var unused =
          timer.scheduleWithFixedDelay(
              table::tryToOpen, 0, 1, java.util.concurrent.TimeUnit.MILLISECONDS);
      await().atMost(PATIENCE).until(() -> lookUps.get() > 3);
    } finally {
      timer.shutdownNow();
    }
  }

  /** As of the client's connection, which ends with it. */
  @Test
  void shouldForgetRequestsOfThreadsThatHaveEndedWithoutAWord() throws Exception {
    ContainerServer a = new ContainerServer(members);
    for (int i = 0; i < 10; i++) {
      SessionId of = new SessionId(UUID.randomUUID(), 1);
      Thread connection =
          new Thread(
              () ->
                  a.manager.addModifiedBean(
                      new RequestId(of, 0), of, new Reference(new Instance())));
      connection.start();
      connection.join(PATIENCE.toMillis());
    }
    assertThat(a.manager.openRequests()).isEqualTo(10);
    a.manager.sweep();
    assertThat(a.manager.openRequests()).isZero();
  }
}
