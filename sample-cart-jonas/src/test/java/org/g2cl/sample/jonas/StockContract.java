package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.g2cl.sample.jonas.bed.Behaviours;
import org.g2cl.sample.jonas.bed.Behaviours.Fate;
import org.g2cl.sample.jonas.bed.JonasBed;
import org.g2cl.sample.jonas.bed.Kind;
import org.g2cl.sample.jonas.bed.Node;
import org.g2cl.sample.jonas.server.CrashPoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What stock CMI does in the same harness: without this the comparison would prove nothing. */
abstract class StockContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  abstract String database() throws Exception;

  /** Java of the servers, null for that of the test. */
  String javaHome() {
    return null;
  }

  @Test
  @Tag("stock")
  void shouldShowWhatStockLosesAndKeeps() throws Exception {
    try (Behaviours stock =
        new Behaviours(Kind.STOCK, Ours.work(getClass()), Ours.jar(), javaHome(), database())) {
      assertThat(stock.crash(CrashPoint.AFTER_COMMIT)).isEqualTo(Fate.ONCE);
      assertThat(stock.crash(CrashPoint.AFTER_REPLICATION)).isEqualTo(Fate.LOST);
      assertThat(stock.crash(CrashPoint.IN_REPLY)).isEqualTo(Fate.FAILED);
      assertThat(stock.answer()).contains("the cart is empty");
      assertThat(stock.written()).as("orders of the call that failed").isEqualTo(1);
      assertThat(stock.lateJoiner()).isLessThan(10);
    }
  }

  @Test
  @Tag("stock")
  void shouldShowThatStockTellsOfAnOrderThatWasNeverWritten() throws Exception {
    try (JonasBed bed =
        new JonasBed(
            Kind.STOCK, Ours.work(getClass()).resolve("commit"), Ours.jar(), javaHome(), 2)) {
      bed.with("sample.database", database());
      Node[] servers = {bed.server(0), bed.server(1)};
      Node client = bed.client(2);
      client.ask("create a");
      client.ask("insert a 1 P1");
      for (Node server : servers) {
        server.ask("refuse 1");
      }
      assertThat(client.ask("checkout a 2")).isEqualTo("OK 1");
      assertThat(client.ask("audit a")).as("ordered, as it says").isEqualTo("OK 2 2 0 0 0");
      assertThat(servers[0].ask("refuse 0") + servers[1].ask("refuse 0"))
          .as("commits that were refused, and none was tried again")
          .contains("1 left");
    }
  }

  @Test
  void shouldBeToldByOursThatItCannotBeInOneClusterAndBothGoOn() throws Exception {
    Path work = Ours.work(getClass());
    try (JonasBed old = new JonasBed(Kind.STOCK, work.resolve("old"), Ours.jar(), javaHome(), 1);
        JonasBed fresh = new JonasBed(Kind.G2CL, work.resolve("new"), Ours.jar(), javaHome(), 1)) {
      Node stock = old.server(0);
      Files.writeString(
          work.resolve("new/conf/mixed.xml"),
          ("<cmi xmlns=\"http://org.ow2.cmi.controller.common\""
                  + " xmlns:c=\"http://org.g2cl.cmi.jonas\"><c:config groupName=\"sample\""
                  + " adminEnabled=\"true\" providerBound=\"true\" registryBound=\"true\""
                  + " bindAddress=\"127.0.0.1\" bindPort=\"%d\" peers=\"127.0.0.1:%d\"/></cmi>")
              .formatted(fresh.groupPort(0), old.groupPort(0)));
      Node ours = fresh.with("cmi.conf.filename", "mixed.xml").server(0);

      String error =
          "peer 127.0.0.1:%d listens, and is not in group 'sample'".formatted(old.groupPort(0));
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(ours.output()).contains(error));
      assertThat(ours.output()).contains("stop all servers, change them all, start them");
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(stock.output())
                      .contains("has different version (4.2.30) from ours (2.12.1)"));
      assertThat(old.client(1).ask("create a")).startsWith("OK");
      assertThat(fresh.client(1).ask("create a")).startsWith("OK");
    }
  }
}
