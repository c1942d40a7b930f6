package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;

/** The counters say what happened, no more and no less. */
class FiguresTest {
  private static final SessionId CART = new SessionId("cart-1");

  @Test
  void shouldCountTheBytesThatGoToEachBackup() throws Exception {
    long toOne = bytesOfChange(1, 0);

    assertThat(bytesOfChange(1, 1_000)).isEqualTo(toOne + 1_000);
    assertThat(bytesOfChange(2, 0)).isEqualTo(2 * toOne);
    assertThat(bytesOfChange(0, 0)).isZero();
  }

  /** Bytes sent for one change of a session, the state so many bytes longer than some. */
  private static long bytesOfChange(int backups, int more) throws Exception {
    PropagationSettings settings =
        PropagationSettings.builder()
            .backups(backups)
            .acknowledgeTimeout(Duration.ofSeconds(5))
            .callTimeout(Duration.ofSeconds(10))
            .maxStateBytes(1 << 20)
            .build();
    byte[] state = new byte[100 + more];
    new Random(7).nextBytes(state); // nothing in common with the state of before
    try (Cluster cluster = new Cluster(settings, OutcomeLog.none(), "a", "b", "c")) {
      Member a = cluster.member("a");
      a.create(CART, "");
      long before = a.status().replicatedBytes();
      try (SessionCall call = Cluster.granted(a.admit(CART, "r1"))) {
        call.prepare(Update.state(state, "reply".getBytes(UTF_8)), false);
      }
      assertThat(cluster.member("b").status().replicatedBytes()).isZero();
      return a.status().replicatedBytes() - before;
    }
  }

  @Test
  void shouldCountAStallForEachBackupThatStaysSilent() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      assertThat(a.status().stalls()).isZero();

      cluster.backupOf("a", CART).propagation().close(); // still in the view, but silent
      a.append(CART, "r1", "two");

      assertThat(a.status().stalls()).isEqualTo(1);
      assertThat(a.status().calls()).isEqualTo(2);
    }
  }

  @Test
  void shouldCountWhatIsNotAdmittedAsRefusedAndNotAsACall() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      a.propagation().handOver(Duration.ofSeconds(10));

      assertThatThrownBy(() -> a.append(CART, "r1", "two")).isInstanceOf(LeavingException.class);
      assertThat(a.status().refused()).isEqualTo(1);
      assertThat(a.status().calls()).isEqualTo(1);
    }
  }

  @Test
  void shouldCountATakeOverAndAReplayAtTheMemberThatMadeThem() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      a.append(CART, "r1", "two");
      Member heir = cluster.backupOf("a", CART);
      cluster.crash(a);
      cluster.awaitViews();

      assertThat(heir.append(CART, "r1", "two")).isEqualTo("one two");
      heir.append(CART, "r2", "three");

      assertThat(heir.status().takeOvers()).isEqualTo(1);
      assertThat(heir.status().replays()).isEqualTo(1);
      assertThat(heir.status().calls()).isEqualTo(1);
      assertThat(heir.status().owned()).isEqualTo(1);
    }
  }
}
