package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.shop.OutOfStockException;
import org.g2cl.cmi.tomee.store.Purchase;
import org.g2cl.cmi.tomee.store.Store;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows are written by EclipseLink, in the transactions of the container. */
class PersistenceTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static BasketNode shop;
  private static EjbdClient stores;
  private static Recorder recorder;
  private String store;
  private String id;

  /** Writes markers as a node does; the member dies there when it is told to. */
  private static final class Recorder implements Replication.Markers {
    private final MarkerTable table = new MarkerTable(shop.database.source(), TIMEOUT);
    private boolean dies;

    @Override
    public void record(SessionId session, RequestId request, long epoch)
        throws SQLException, PropagationException {
      if (dies) {
        shop.memory().crash();
        throw new SQLException("dead");
      }
      try (var connection = DataSources.named("shop").getConnection()) {
        table.record(connection, session, request, epoch);
      }
    }

    @Override
    public boolean settle(SessionId session, RequestId request, long epoch)
        throws PropagationException {
      return table.settle(session, request, epoch);
    }

    @Override
    public boolean bar(SessionId session, RequestId request, long epoch)
        throws PropagationException {
      return table.bar(session, request, epoch);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode(Application.STORE);
    shop.database.update(Purchase.DDL);
    recorder = new Recorder();
    recorder.table.create();
    shop.group.use(recorder);
    stores = new EjbdClient(shop.node.location(), "StoreRemote", Store.class);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void open() throws Exception {
    recorder.dies = false;
    shop.memory().takeOverBeforeEachCall(false);
    shop.database.update("DELETE FROM purchases");
    shop.database.update("DELETE FROM " + MarkerTable.TABLE);
    store = stores.create(EjbdClient.newId());
    id = EjbdClient.newId();
  }

  private Object call(String method) throws Exception {
    return stores.repeat(id, store, method, "pen");
  }

  private Object items() throws Exception {
    return stores.call(store, "items");
  }

  @ParameterizedTest
  @ValueSource(strings = {"buy", "buyAndFlush", "buyByService"})
  void shouldWriteTheMarkerWithTheRow(String method) throws Exception {
    assertThat(call(method)).isEqualTo(1);
    assertThat(call(method)).as("repeated").isEqualTo(1);

    assertThat(shop.memory().lastUndecided()).isTrue();
    assertThat(shop.database.count("purchases")).isEqualTo(1);
    assertThat(shop.database.count(MarkerTable.TABLE)).isEqualTo(1);
  }

  @Test
  void shouldUseItsEntityManagersAgainWhenEachCallIsBuiltFromBytes() throws Exception {
    shop.memory().takeOverBeforeEachCall(true);

    for (int i = 1; i <= 2; i++) {
      assertThat(stores.call(store, "buy", "pen")).isEqualTo(2 * i - 1);
      assertThat(stores.call(store, "buyByService", "ink")).isEqualTo(2 * i);
      assertThat(stores.call(store, "rows")).isEqualTo(2L * i);
      assertThat(stores.call(store, "rowsByFactory")).isEqualTo(2L * i);
    }
  }

  @Test
  void shouldNotReplicateABeanWithAnExtendedPersistenceContext() {
    assertThatThrownBy(
            () -> new EjbdClient(shop.node.location(), "ExtendedStoreRemote", Store.class))
        .hasMessageContaining("look-up of g2cl/ExtendedStoreRemote");
  }

  private enum Crash {
    BEFORE_THE_COPY,
    BEFORE_THE_MARKER,
    AFTER_THE_COMMIT;

    void prepare() {
      switch (this) {
        case BEFORE_THE_COPY -> shop.memory().crashAtPrepare(1);
        case BEFORE_THE_MARKER -> recorder.dies = true;
        case AFTER_THE_COMMIT -> shop.memory().crashAtCommit();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldHaveTheRowOnceWhenTheServerDiesAndTheCallIsSentAgain(Crash crash) throws Exception {
    crash.prepare();
    try {
      call("buy");
    } catch (Exception unheard) {
      // the dead server's answer
    }
    assertThat(shop.database.count("purchases")).isEqualTo(crash == Crash.AFTER_THE_COMMIT ? 1 : 0);
    recorder.dies = false;
    shop.memory().takeOver(recorder);

    assertThat(call("buy")).isEqualTo(1);

    assertThat(shop.database.count("purchases")).isEqualTo(1);
    assertThat(items()).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldKeepNeitherRowNorStateWhenTheServerIsCutOffAndHaveBothOnceWhenTheCallIsSentAgain()
      throws Exception {
    shop.memory().failNextPrepare(new FencedException("taken over by b"));

    assertThatThrownBy(() -> call("buy"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("taken over by b");
    assertThat(shop.database.count("purchases")).isZero();
    assertThat(items()).isEqualTo(List.of());
    assertThat(call("buy")).isEqualTo(1);

    assertThat(shop.database.count("purchases")).isEqualTo(1);
    assertThat(items()).isEqualTo(List.of("pen"));
  }

  @Test
  void shouldWriteNeitherRowNorMarkerWhenTheBeanAsksForRollback() throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> call("buyThenRefuse")).isInstanceOf(OutOfStockException.class);
    }

    assertThat(shop.database.count("purchases")).isZero();
    assertThat(shop.database.count(MarkerTable.TABLE)).isZero();
    assertThat(items()).as("fields are not rolled back").isEqualTo(List.of("pen"));
  }
}
