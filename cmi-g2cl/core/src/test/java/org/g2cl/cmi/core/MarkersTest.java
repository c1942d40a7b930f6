package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Outcomes at a node that took no call yet, whose table is opened late; who sweeps the table. */
class MarkersTest {
  private static final SessionId SESSION = new SessionId("s");
  private static final RequestId REQUEST = new RequestId("r");

  private final Markers markers = new Markers(HaSettings.builder().build());
  private int untilOpen = 2;

  private final Markers sweeping =
      new Markers(HaSettings.builder().build(), Duration.ofMillis(1), Duration.ofMillis(5));

  @AfterEach
  void close() {
    markers.close();
    sweeping.close();
  }

  /** The database is away for two attempts. */
  private void open() {
    if (untilOpen-- > 0) {
      throw new IllegalStateException("the database is away");
    }
    var database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:late;DB_CLOSE_DELAY=-1");
    var table = new MarkerTable(database, Duration.ofSeconds(5));
    try {
      table.create();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    markers.use(table);
  }

  @Test
  void shouldSettleWithoutACallOfItsOwnOnceTheTableCanBeOpened() throws Exception {
    markers.openBy(this::open);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> markers.settle(SESSION, REQUEST, 1))
          .isInstanceOf(PropagationException.class)
          .hasMessageContaining("the database is away");
    }

    assertThat(markers.settle(SESSION, REQUEST, 1)).isFalse();
    assertThat(markers.table()).isPresent();
  }

  @Test
  void shouldNotTakeARequestForBarredWhileTheTableCannotBeOpened() throws Exception {
    markers.openBy(this::open);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> markers.bar(SESSION, REQUEST, 2))
          .isInstanceOf(PropagationException.class)
          .hasMessageContaining("the database is away");
    }

    assertThat(markers.bar(SESSION, REQUEST, 2)).isFalse();
  }

  @Test
  void shouldSayThatMarkersAreToBeSetWhereNoneAre() throws Exception {
    assertThat(markers.bar(SESSION, REQUEST, 1)).isFalse();
    assertThatThrownBy(() -> markers.settle(SESSION, REQUEST, 1))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("set the container's Markers");
  }

  /** Lets the sweeper ask so often whether this member sweeps; the sweep before has ended then. */
  private static void sweepTimes(Markers sweeping, int times, boolean isFirst)
      throws InterruptedException {
    var asked = new CountDownLatch(times);
    BooleanSupplier isMine =
        () -> {
          asked.countDown();
          return isFirst;
        };
    sweeping.sweepWhen(isMine);
    assertThat(asked.await(30, TimeUnit.SECONDS)).as("sweeps by itself").isTrue();
  }

  private MarkerTable tableWithAMarker(Markers sweeping, String name) throws Exception {
    var database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
    var table = new MarkerTable(database, Duration.ofSeconds(5));
    table.create();
    assertThat(table.settle(SESSION, REQUEST, 1)).isFalse();
    sweeping.use(table);
    return table;
  }

  /** All markers that are left, which this takes away. */
  private static int left(MarkerTable table) throws SQLException {
    return table.sweep(Duration.ofSeconds(-1));
  }

  @Test
  void shouldSweepOldMarkersByItselfAtTheFirstMember() throws Exception {
    MarkerTable table = tableWithAMarker(sweeping, "first");

    sweepTimes(sweeping, 2, true);

    assertThat(left(table)).isZero();
  }

  @Test
  void shouldNotSweepAMarkerThatIsYoungerThanTheSettingSays() throws Exception {
    try (Markers patient = new Markers(HaSettings.builder().build(), Duration.ofMillis(5))) {
      MarkerTable table = tableWithAMarker(patient, "young");

      sweepTimes(patient, 3, true);

      assertThat(left(table)).isEqualTo(1);
    }
  }

  @Test
  void shouldLeaveTheSweepingOfMarkersToTheFirstMember() throws Exception {
    MarkerTable table = tableWithAMarker(sweeping, "other");

    sweepTimes(sweeping, 3, false);

    assertThat(left(table)).isEqualTo(1);
  }
}
