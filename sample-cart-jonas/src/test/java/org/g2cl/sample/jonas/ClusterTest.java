package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.g2cl.sample.jonas.bed.JonasBed;
import org.g2cl.sample.jonas.bed.Kind;
import org.g2cl.sample.jonas.bed.Node;
import org.junit.jupiter.api.Test;

/** Three servers with CMI 2.2.6 and Carol on our view manager, and stock CMI's client. */
class ClusterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void shouldSpreadCartsAndGoOnWithAllWhenServersDie() throws Exception {
    try (JonasBed bed = new JonasBed(Kind.G2CL, Ours.work(getClass()), Ours.jar(), null, 3)) {
      List<Node> servers =
          new ArrayList<>(List.of(bed.server(0), bed.startServer(1), bed.startServer(2)));
      servers.get(1).await("READY", 90);
      servers.get(2).await("READY", 90);
      await().atMost(PATIENCE).until(() -> portsSeenBy(servers.get(0)) == 3);
      assertThat(servers.get(0).output()).contains("CMI runs on G2CL, group 'sample', ");
      Node client = bed.client(3);
      Set<String> owners = new HashSet<>();
      for (int i = 0; i < 9; i++) {
        client.ask("create c" + i);
        client.ask("insert c" + i + " 1 P1");
        owners.add(client.ask("where c" + i));
      }
      assertThat(owners).as("round robin").hasSize(3);

      servers.get(0).kill();
      await().atMost(PATIENCE).until(() -> portsSeenBy(servers.get(1)) == 2);
      await().atMost(PATIENCE).until(() -> servers.get(1).figures()[3] == 0);
      for (int i = 0; i < 9; i++) {
        assertThat(client.ask("insert c" + i + " 2 P2")).isEqualTo("OK 2");
      }
      assertThat(servers.get(1).figures()[4] + servers.get(2).figures()[4])
          .as("sessions taken over")
          .isPositive();
      await().atMost(PATIENCE).until(() -> copiesMissing(servers) == 0);
      servers.get(1).stop();
      await().atMost(PATIENCE).until(() -> portsSeenBy(servers.get(2)) == 1);
      for (int i = 0; i < 9; i++) {
        assertThat(client.ask("insert c" + i + " 3 P3")).isEqualTo("OK 3");
        assertThat(client.ask("audit c" + i)).isEqualTo("OK 3 3 0 0 3");
      }
      assertThat(client.ask("remove c0")).startsWith("OK");
      assertThat(servers.get(2).figures()[1]).as("sessions left").isEqualTo(8);
    }
  }

  private static int copiesMissing(List<Node> servers) {
    return servers.get(1).figures()[3] + servers.get(2).figures()[3];
  }

  private static int portsSeenBy(Node server) {
    return server.view().split(" ", -1).length;
  }
}
