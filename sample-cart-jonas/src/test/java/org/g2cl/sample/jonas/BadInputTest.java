package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.g2cl.sample.jonas.bed.JonasBed;
import org.g2cl.sample.jonas.bed.Kind;
import org.g2cl.sample.jonas.bed.Node;
import org.junit.jupiter.api.Test;

/** Mistakes of administrators and beans: each ends in a sentence that names the mend. */
class BadInputTest {
  @Test
  void shouldNameWhatIsWrong() throws Exception {
    Path work = Ours.work(getClass());
    try (H2Server database = new H2Server();
        JonasBed bed = new JonasBed(Kind.G2CL, work, Ours.jar(), null, 1)) {
      Path stack = work.resolve("conf/jgroups-cmi.xml");
      String good = Files.readString(stack);
      Files.writeString(stack, "<config><UDP mcast_addr=\"224.0.0.35\"/><PING/></config>");
      assertEndsWith(bed, "its transport is UDP", "set peers=");
      Files.writeString(stack, good);

      Path element = work.resolve("conf/g2cl.xml");
      String right = Files.readString(element);
      Files.writeString(
          element,
          right.replace(
              "http://org.g2cl.cmi.jonas", "http://org.ow2.cmi.controller.server.impl.jgroups"));
      assertEndsWith(bed, "No mapping found for namespace"); // CMI says so itself
      Files.writeString(element, right);

      bed.with("sample.database", database.url()).with("sample.transaction.table", "jdbc_missing");
      Node server = bed.server(0);
      Node client = bed.client(1);
      client.ask("create a");
      client.ask("insert a 1 P1");
      assertThat(client.ask("checkout a 2")).isEqualTo("OK 1");
      awaitLine(server, "jonas.service.ha.datasource is 'jdbc_missing'");

      assertThat(client.ask("spoil a")).startsWith("OK");
      awaitLine(server, "java.lang.Object");
      awaitLine(server, "Make it serializable, or transient");
      assertThat(client.ask("insert a 3 P1")).as("goes on as with stock").isEqualTo("OK 1");
    }
  }

  private static void assertEndsWith(JonasBed bed, String... messages) throws Exception {
    try (Node server = bed.startServer(0)) {
      for (String message : messages) {
        awaitLine(server, message);
      }
    }
  }

  private static void awaitLine(Node server, String text) {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(server.output()).contains(text));
  }
}
