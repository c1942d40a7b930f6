package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import org.g2cl.sample.jonas.bed.Behaviours;
import org.g2cl.sample.jonas.bed.Behaviours.Fate;
import org.g2cl.sample.jonas.bed.Kind;
import org.g2cl.sample.jonas.server.CrashPoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What stock CMI does in the same harness: without this the comparison would prove nothing. */
@Tag("slow")
class StockTest {
  @Test
  void shouldShowWhatStockLosesAndKeeps() throws Exception {
    try (H2Server database = new H2Server();
        Behaviours stock =
            new Behaviours(Kind.STOCK, Ours.work(getClass()), Ours.jar(), null, database.url())) {
      assertThat(stock.crash(CrashPoint.AFTER_COMMIT)).isEqualTo(Fate.ONCE);
      assertThat(stock.crash(CrashPoint.AFTER_REPLICATION)).isEqualTo(Fate.LOST);
      assertThat(stock.lateJoiner()).isLessThan(10);
    }
  }
}
