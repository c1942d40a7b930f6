package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;

class ModesTest {
  private static final SessionId CART = new SessionId("cart-1");

  private static Cluster cluster(ReplicationMode mode, String... names) throws Exception {
    return new Cluster(Cluster.SETTINGS.toBuilder().mode(mode).build(), OutcomeLog.none(), names);
  }

  private static int copies(Cluster cluster) {
    int copies = 0;
    for (Member member : cluster.members()) {
      copies += member.status().copies();
    }
    return copies;
  }

  @Test
  void shouldHaveACopyOnEveryOtherMemberWhenACallReturnsInModeAll() throws Exception {
    try (Cluster cluster = cluster(ReplicationMode.ALL, "a", "b", "c", "d")) {
      cluster.member("a").create(CART, "one");
      assertThat(copies(cluster)).as("%s", cluster).isEqualTo(3);
      cluster.crash(cluster.member("b"));
      cluster.crash(cluster.member("c"));
      cluster.awaitViews();
      assertThat(cluster.member("a").append(CART, "r1", "two")).isEqualTo("one two");
      assertThat(cluster.member("a").status().degraded()).isFalse();
    }
  }

  @Test
  void shouldHaveCopiesOnAMajorityWhenACallReturnsInModeMajority() throws Exception {
    try (Cluster cluster = cluster(ReplicationMode.MAJORITY, "a", "b", "c", "d", "e")) {
      cluster.member("a").create(CART, "one");
      assertThat(copies(cluster)).as("%s", cluster).isEqualTo(2);
      Member backup = cluster.backupOf("a", CART);
      cluster.crash(cluster.member("a"));
      cluster.crash(backup);
      cluster.awaitViews();
      Member survivor = cluster.members().iterator().next();
      assertThat(survivor.append(CART, "r1", "two")).isEqualTo("one two");
    }
  }

  /** Longer than the dispatcher's requests may take. */
  @Test
  void shouldReplicateAndTakeOverWithTheLongestTimeOuts() throws Exception {
    PropagationSettings settings =
        Cluster.SETTINGS.toBuilder()
            .acknowledgeTimeout(PropagationSettings.LONGEST)
            .callTimeout(PropagationSettings.LONGEST)
            .build();
    try (Cluster cluster = new Cluster(settings, OutcomeLog.none(), "a", "b", "c")) {
      cluster.member("a").create(CART, "one");
      assertThat(cluster.member("b").append(CART, "r1", "two")).isEqualTo("one two");
      assertThat(cluster.member("c").append(CART, "r2", "three")).isEqualTo("one two three");
    }
  }

  private static PropagationSettings impatient(ReplicationMode mode) {
    return PropagationSettings.builder()
        .acknowledgeTimeout(Duration.ofMillis(100))
        .callTimeout(Duration.ofSeconds(1))
        .maxStateBytes(1 << 20)
        .tombstoneRetention(Duration.ofMinutes(1))
        .mode(mode)
        .build();
  }

  @Test
  void shouldFailInModeMajorityWhenOnlyOneOfFiveMembersAnswers() throws Exception {
    PropagationSettings settings = impatient(ReplicationMode.MAJORITY);
    try (Cluster cluster = new Cluster(settings, OutcomeLog.none(), "a", "b", "c", "d", "e")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      for (String silent : List.of("c", "d", "e")) {
        cluster.member(silent).propagation().close(); // still in the view
      }
      assertThatThrownBy(() -> a.append(CART, "r1", "two"))
          .isInstanceOf(PropagationException.class)
          .hasMessageContaining("1 members of the 2 wanted acknowledged");
    }
  }

  @Test
  void shouldFailInModeAllWhenAMemberOfTheViewDoesNotAnswer() throws Exception {
    PropagationSettings settings = impatient(ReplicationMode.ALL);
    try (Cluster cluster = new Cluster(settings, OutcomeLog.none(), "a", "b", "c")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      cluster.member("c").propagation().close(); // still in the view, but silent
      assertThatThrownBy(() -> a.append(CART, "r1", "two"))
          .isInstanceOf(PropagationException.class)
          .hasMessageContaining("1 members of the 2 wanted acknowledged");
    }
  }

  @Test
  void shouldBringEveryUpdateToTheBackupSoonInModeAsynchronous() throws Exception {
    try (Cluster cluster = cluster(ReplicationMode.ASYNCHRONOUS, "a", "b", "c")) {
      Member a = cluster.member("a");
      Member backup = cluster.backupOf("a", CART);
      a.create(CART, "one");
      StringBuilder all = new StringBuilder("one");
      for (int i = 0; i < 300; i++) {
        a.append(CART, "r" + i, "w" + i);
        all.append(" w").append(i);
      }
      await("the backup " + cluster).until(() -> a.status().copiesMissing() == 0);
      cluster.crash(a);
      cluster.awaitViews();
      assertThat(backup.append(CART, "end", "end")).isEqualTo(all + " end");
      try (SessionCall call = Cluster.granted(backup.admit(CART, "read"))) {
        assertThat(call.isUnchanged(call.state().orElseThrow()))
            .as("after a take-over too: nobody is told of floors")
            .isTrue();
      }
    }
  }

  @Test
  void shouldMakeOneChangeForAllStoredRepliesAfterATakeOverInModeAsynchronous() throws Exception {
    try (Cluster cluster = cluster(ReplicationMode.ASYNCHRONOUS, "a", "b", "c")) {
      Member a = cluster.member("a");
      Member backup = cluster.backupOf("a", CART);
      a.create(CART, "one");
      assertThat(a.append(CART, "r1", "two")).isEqualTo("one two");
      await("the backup " + cluster).until(() -> a.status().copiesMissing() == 0);
      long before = version(a);
      cluster.crash(a);
      cluster.awaitViews();

      assertThat(backup.append(CART, "r1", "two")).isEqualTo("one two");
      long once = version(backup);
      assertThat(backup.append(CART, "r1", "two")).isEqualTo("one two");
      assertThat(version(backup)).as("%s", cluster).isEqualTo(once).isNotEqualTo(before);
    }
  }

  private static long version(Member member) throws PropagationException {
    try (SessionCall call = Cluster.granted(member.admit(CART, "read"))) {
      return call.version();
    }
  }

  @Test
  void shouldNotWaitForASilentBackupInModeAsynchronousButForOneThatDecidesAboutRows()
      throws Exception {
    PropagationSettings settings =
        PropagationSettings.builder()
            .acknowledgeTimeout(Duration.ofSeconds(3))
            .callTimeout(Duration.ofSeconds(4))
            .maxStateBytes(1 << 20)
            .tombstoneRetention(Duration.ofMinutes(1))
            .mode(ReplicationMode.ASYNCHRONOUS)
            .build();
    try (Cluster cluster = new Cluster(settings, OutcomeLog.none(), "a", "b")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      cluster.member("b").propagation().close();
      long start = System.nanoTime();
      a.append(CART, "r1", "two");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));

      Update update = Update.state("x".getBytes(UTF_8), new byte[0]);
      try (SessionCall call = Cluster.granted(a.admit(CART, "r2"))) {
        assertThatThrownBy(() -> call.prepare(update, true))
            .isInstanceOf(PropagationException.class);
      }
    }
  }

  @Test
  void shouldNotWaitForASilentBackupInModeAsynchronousHoweverManyCallsThereAre() throws Exception {
    PropagationSettings patient =
        Cluster.SETTINGS.toBuilder()
            .callTimeout(Duration.ofSeconds(30))
            .mode(ReplicationMode.ASYNCHRONOUS)
            .build();
    try (Cluster cluster = new Cluster(patient, OutcomeLog.none(), "a", "b")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      cluster.member("b").propagation().close();
      Update update = Update.state("x".getBytes(UTF_8), new byte[0]);
      long start = System.nanoTime();
      for (int i = 0; i < 2 * Backlog.LIMIT + 100; i++) {
        try (SessionCall call = Cluster.granted(a.admit(CART, "r" + i))) {
          call.prepare(update, false);
        }
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    }
  }

  @Test
  void shouldSayThatItIsDegradedAndThatItIsNotAnyMore() throws Exception {
    try (Cluster cluster = cluster(ReplicationMode.SYNCHRONOUS, "a")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      assertThat(a.status().degraded()).isTrue();
      cluster.join("b");
      cluster.awaitViews();
      a.append(CART, "r1", "two");
      assertThat(a.status().degraded()).isFalse();
    }
  }
}
