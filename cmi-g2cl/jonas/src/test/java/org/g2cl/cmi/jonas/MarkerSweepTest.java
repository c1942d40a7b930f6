package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which markers a server takes out of the transaction table, and which server. */
class MarkerSweepTest {
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static final Duration LITTLE = Duration.ofMinutes(1);

  private final String url =
      "jdbc:h2:mem:sweep" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
  private final Members members = new Members();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final JonasGroup first = members.join();
  private final Duration retention = first.settings().ha().duration(HaSetting.MARKER_RETENTION);

  @AfterEach
  void close() {
    timer.shutdownNow();
    members.close();
  }

  /** The table of a server, which uses it, with a marker of that age. */
  private TransactionTable tableWithAMarker(JonasGroup server, Duration age) throws Exception {
    MarkerTable table =
        new MarkerTable(
            Naming.dataSource(() -> DriverManager.getConnection(url)), Duration.ofSeconds(5));
    table.create();
    assertThat(table.settle(new SessionId("s"), new RequestId("r"), 1)).isFalse();
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement aging =
            connection.prepareStatement("UPDATE " + MarkerTable.TABLE + " SET created = ?")) {
      aging.setLong(1, Instant.now().minus(age).toEpochMilli());
      assertThat(aging.executeUpdate()).isEqualTo(1);
    }
    TransactionTable used = new TransactionTable(server, "unused", new ServerTransactions(), timer);
    server.outcomes().use(table);
    return used;
  }

  private int left() throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement counting =
            connection.prepareStatement("SELECT COUNT(*) FROM " + MarkerTable.TABLE);
        ResultSet count = counting.executeQuery()) {
      assertThat(count.next()).isTrue();
      return count.getInt(1);
    }
  }

  @Test
  void shouldSweepAMarkerThatIsOlderThanTheRetention() throws Exception {
    tableWithAMarker(first, retention.plus(LITTLE)).sweep();

    assertThat(left()).isZero();
  }

  @Test
  void shouldNotSweepAMarkerThatIsYoungerThanTheRetention() throws Exception {
    tableWithAMarker(first, retention.minus(LITTLE)).sweep();

    assertThat(left()).isEqualTo(1);
  }

  @Test
  void shouldLeaveTheSweepingToTheFirstMember() throws Exception {
    JonasGroup second = members.join();
    assertThat(second.rank()).isEqualTo(1);

    tableWithAMarker(second, retention.plus(LITTLE)).sweep();

    assertThat(left()).isEqualTo(1);
  }
}
