package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copies: who gets them, and what happens when their holders fail, leave or fall silent. */
class BackupTest {
  private static final SessionId CART = new SessionId("cart-1");

  @Test
  void shouldTakeNextMemberWhenBackupIsCrashedDuringPrepare() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member a = cluster.member("a");
      Member backup = cluster.backupOf("a", CART);
      Member third = cluster.thirdOf("a", CART);
      a.create(CART, "one");
      cluster.network.detection(Duration.ofMillis(200));
      cluster.network.block(a.address(), backup.address());
      try (SessionCall call = Cluster.granted(a.admit(CART, "r1"))) {
        cluster.crash(backup);
        call.prepare(Update.state("two".getBytes(UTF_8), "reply".getBytes(UTF_8)), false);
      }
      assertThat(third.status().copies()).isEqualTo(1);
      cluster.crash(a);
      assertThat(Cluster.replayed(third.admit(CART, "r1"))).isEqualTo("reply");
    }
  }

  @Test
  void shouldNotWaitForSilentBackupLongerThanAcknowledgeTimeout() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member a = cluster.member("a");
      Member backup = cluster.backupOf("a", CART);
      a.create(CART, "one");
      cluster.network.block(a.address(), backup.address());
      long start = System.nanoTime();
      a.append(CART, "r1", "two");
      Duration first = Duration.ofNanos(System.nanoTime() - start);
      for (int i = 0; i < 20; i++) {
        a.append(CART, "s" + i, "x");
      }
      Duration all = Duration.ofNanos(System.nanoTime() - start);
      assertThat(first).isBetween(Duration.ofMillis(250), Duration.ofMillis(1500));
      assertThat(all.minus(first))
          .as("20 calls, had each waited it were 20 time-outs")
          .isLessThan(Cluster.SETTINGS.acknowledgeTimeout().multipliedBy(10));
      cluster.network.heal();
      cluster.crash(a);
      assertThat(backup.append(CART, "r2", "end")).startsWith("one two x").endsWith("x end");
    }
  }

  /** No call comes after the one that left the outdated copy behind. */
  @Test
  void shouldDropTheOutdatedCopyOfABackupThatWasSilent() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member a = cluster.member("a");
      Member backup = cluster.backupOf("a", CART);
      Member third = cluster.thirdOf("a", CART);
      a.create(CART, "one");
      cluster.network.cut(a.address(), backup.address());
      a.append(CART, "r1", "two");
      cluster.network.heal();
      await("outdated copy goes")
          .untilAsserted(() -> assertThat(backup.status().copies()).as("%s", cluster).isZero());
      assertThat(third.status().copies()).isEqualTo(1);
      assertThat(backup.append(CART, "r2", "three")).isEqualTo("one two three");
    }
  }

  /** Neither side has seen the other go, which the engine alone can tell. */
  @Test
  void shouldDropTheOlderCopiesOfMembersThatWereStartedInAnotherPart() throws Exception {
    try (Cluster cluster = Cluster.available(Cluster.SETTINGS, "a", "b", "c", "e")) {
      Member owner = cluster.member("c");
      Member second = cluster.member("e");
      SessionId cart = sessionWhoseBackupIsNot(cluster, second);
      Member backup = cluster.backupOf("c", cart);
      owner.create(cart, "one");
      cluster.network.partition(List.of(owner.address(), second.address()));
      await("the part goes on")
          .untilAsserted(() -> assertThat(owner.append(cart, "r1", "two")).isEqualTo("one two"));
      cluster.crash(cluster.member(backup.name().equals("a") ? "b" : "a"));
      Member started = startedWithCopy(cluster, "d");
      Member next = cluster.join("f");
      cluster.crash(backup);
      awaitCopy(cluster, next);

      cluster.network.heal();
      cluster.awaitViews();

      await("older copy goes")
          .untilAsserted(
              () ->
                  assertThat(cluster.members())
                      .as("%s", cluster)
                      .flatExtracting(member -> member.propagation().heldCopies())
                      .hasSizeBetween(2, 3) // nobody drops one of the newest content
                      .extracting(HeldCopy::digest)
                      .containsOnly(digest(owner)));
      assertThat(started.append(cart, "r2", "three")).isEqualTo("one two three");
    }
  }

  private static Member startedWithCopy(Cluster cluster, String name) throws Exception {
    Member started = cluster.join(name);
    awaitCopy(cluster, started);
    return started;
  }

  private static void awaitCopy(Cluster cluster, Member member) {
    await("older copy")
        .untilAsserted(() -> assertThat(member.status().copies()).as("%s", cluster).isOne());
  }

  private static long digest(Member member) {
    return member.propagation().heldCopies().get(0).digest();
  }

  private static SessionId sessionWhoseBackupIsNot(Cluster cluster, Member other) {
    return IntStream.range(0, 1_000)
        .mapToObj(number -> new SessionId("cart-" + number))
        .filter(session -> !cluster.backupOf("c", session).equals(other))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldGoOnAloneAndSaySoUnlessMinimumIsConfigured() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      assertThat(a.append(CART, "r1", "two")).isEqualTo("one two");
      assertThat(a.status().copiesMissing()).isEqualTo(1);
      Member b = cluster.join("b");
      await("copy on the joiner " + cluster).until(() -> a.status().copiesMissing() == 0);
      assertThat(b.status().copies()).isEqualTo(1);
    }
    PropagationSettings strict =
        PropagationSettings.builder()
            .minimumCopies(1)
            .acknowledgeTimeout(Duration.ofMillis(200))
            .callTimeout(Duration.ofSeconds(2))
            .maxStateBytes(1000)
            .tombstoneRetention(Duration.ofMinutes(1))
            .repairPerSecond(9)
            .build();
    try (Cluster cluster = new Cluster(strict, OutcomeLog.none(), "a")) {
      Member a = cluster.member("a");
      assertThatThrownBy(() -> a.create(CART, "one"))
          .isInstanceOf(PropagationException.class)
          .hasMessageContaining("g2cl.minimum-copies");
    }
  }

  @Test
  void shouldRepairCopiesAfterCrashUntilNoneIsMissing() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c", "d")) {
      int sessions = 200;
      for (int i = 0; i < sessions; i++) {
        cluster.member("abc".substring(i % 3, i % 3 + 1)).create(new SessionId("s" + i), "one");
      }
      cluster.crash(cluster.member("b"));
      cluster.awaitViews();
      await("repaired: " + cluster).until(() -> missing(cluster) == 0);
      int held = 0;
      for (Member member : cluster.members()) {
        held += member.status().owned() + member.status().copies();
      }
      assertThat(held).as("%s", cluster).isGreaterThanOrEqualTo(2 * sessions);
      cluster.crash(cluster.member("c"));
      for (int i = 0; i < sessions; i++) {
        SessionId id = new SessionId("s" + i);
        assertThat(cluster.member("d").append(id, "r", "two")).isEqualTo("one two");
      }
    }
  }

  @Test
  void shouldMakeCopiesAgainNoFasterThanConfigured() throws Exception {
    int sessions = 16;
    int perSecond = 10;
    try (Cluster cluster = new Cluster(repairing(perSecond), OutcomeLog.none(), "a")) {
      Member a = cluster.member("a");
      for (int i = 0; i < sessions; i++) {
        a.create(new SessionId("s" + i), "one");
      }
      long begin = System.nanoTime();
      Member b = cluster.join("b");
      await("copies: " + cluster).until(() -> b.status().copies() == sessions);
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .as("%d copies, %d a second", sessions, perSecond)
          .isGreaterThanOrEqualTo(
              Duration.ofSeconds(1).multipliedBy(sessions - 1).dividedBy(perSecond));
      await("the last was acknowledged").until(() -> a.status().repairs() == sessions);
    }
  }

  private static PropagationSettings repairing(int perSecond) {
    PropagationSettings usual = Cluster.SETTINGS;
    return usual.toBuilder().repairPerSecond(perSecond).build();
  }

  private static int missing(Cluster cluster) {
    int missing = 0;
    for (Member member : cluster.members()) {
      missing += member.status().copiesMissing();
    }
    return missing;
  }

  @Test
  void shouldHandOverOwnedSessionsAndCopiesBeforeLeaving() throws Exception {
    try (Cluster cluster = Cluster.available(Cluster.SETTINGS, "a", "b", "c")) {
      int sessions = 60;
      for (int i = 0; i < sessions; i++) {
        cluster.member("abc".substring(i % 3, i % 3 + 1)).create(new SessionId("s" + i), "one");
      }
      Member a = cluster.member("a");
      assertThat(a.propagation().handOver(Duration.ofSeconds(10))).as("%s", cluster).isZero();
      assertThatThrownBy(() -> a.admit(new SessionId("s0"), "r"))
          .isInstanceOf(LeavingException.class);
      cluster.crash(a);
      cluster.crash(cluster.member("b"));
      Member c = cluster.member("c");
      for (int i = 0; i < sessions; i++) {
        Admission admission = c.admit(new SessionId("s" + i), "r" + i);
        assertThat(admission).as("session %d", i).isInstanceOf(Admission.Granted.class);
      }
    }
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void shouldSayAtOnceHowManySessionsNobodyTookWhenAlone() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      cluster.member("a").create(CART, "one");
      assertThat(cluster.member("a").propagation().handOver(Duration.ofMinutes(1))).isEqualTo(1);
    }
  }

  @Test
  void shouldWaitWithTheLeaveUntilAViewIsKnownToBePrimary() throws Exception {
    try (Cluster cluster = new Cluster("a")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      cluster.network.delay(Duration.ofMillis(300));
      Member b = cluster.join("b");
      await("view of two")
          .pollInterval(Duration.ofMillis(1))
          .until(() -> a.session().membership().getMembershipList().size() == 2);

      assertThat(a.propagation().handOver(Duration.ofSeconds(20))).as("%s", cluster).isZero();

      assertThat(b.status().copies()).as("%s", cluster).isEqualTo(1);
    }
  }

  @Test
  void shouldWaitForRunningCallsBeforeHandingOver() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      SessionCall call = Cluster.granted(a.admit(CART, "r1"));
      assertThat(a.propagation().handOver(Duration.ofMillis(100))).isEqualTo(1);
      call.prepare(Update.state("one two".getBytes(UTF_8), new byte[0]), false);
      call.close();
      assertThat(a.propagation().handOver(Duration.ofSeconds(5))).isZero();
      assertThat(cluster.member("b").append(CART, "r2", "three")).isEqualTo("one two three");
    }
  }

  /** What the background makes is too slow for that. */
  @Test
  void shouldHandOverTheOtherSessionsWhileACallRunsForAllTheTime() throws Exception {
    int others = 20;
    PropagationSettings slow = Cluster.SETTINGS.toBuilder().repairPerSecond(1).build();
    try (Cluster cluster = Cluster.available(slow, "a")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      for (int i = 0; i < others; i++) {
        a.create(new SessionId("s" + i), "one");
      }
      SessionCall call = Cluster.granted(a.admit(CART, "r1"));
      Member b = cluster.join("b");

      assertThat(a.propagation().handOver(Duration.ofSeconds(3))).as("%s", cluster).isEqualTo(1);

      assertThat(b.status().copies()).as("%s", cluster).isGreaterThanOrEqualTo(others);
      call.close();
    }
  }

  @Test
  void shouldKeepAsManyCopiesAsConfigured() throws Exception {
    try (Cluster cluster =
        Cluster.available(Cluster.SETTINGS.toBuilder().backups(2).build(), "a", "b", "c", "d")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      a.append(CART, "r1", "two");
      int copies = 0;
      for (Member member : cluster.members()) {
        copies += member.status().copies();
      }
      assertThat(copies).as("%s", cluster).isEqualTo(2);
      cluster.crash(a);
      cluster.crash(cluster.backupOf("a", CART));
      await() // a claim that is let go when the view changes is answered by "retry", as to a client
          .ignoreExceptionsInstanceOf(ElsewhereException.class)
          .untilAsserted(
              () ->
                  assertThat(cluster.member("d").append(CART, "r2", "three"))
                      .isEqualTo("one two three"));
    }
  }

  @Test
  void shouldMoveCopyToBetterRankedJoinerAtNextUpdateAndDropTheOldOne() throws Exception {
    SessionId id = ofWhichIsBestBackup("c", "a", "b");
    try (Cluster cluster = new Cluster("a", "b")) {
      Member a = cluster.member("a");
      a.create(id, "one");
      Member c = cluster.join("c");
      cluster.awaitViews();
      assertThat(c.status().copies()).isZero();
      a.append(id, "r1", "two");
      assertThat(c.status().copies()).isEqualTo(1);
      await("old copy dropped").until(() -> cluster.member("b").status().copies() == 0);
      assertThat(Cluster.replayed(c.admit(id, "r1"))).isEqualTo("one two");
      assertThat(Cluster.replayed(c.admit(id, id.value()))).isEqualTo("created");
    }
  }

  private static SessionId ofWhichIsBestBackup(String best, String... others) {
    List<String> names = new ArrayList<>(List.of(others));
    names.add(best);
    return IntStream.range(0, 1000)
        .mapToObj(i -> new SessionId("moving-" + i))
        .filter(id -> Rendezvous.rank(id.value(), names).get(0).equals(best))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldRefuseStateOverTheLimitAndGoOnWithTheOldOne() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      try (SessionCall call = Cluster.granted(a.admit(CART, "r1"))) {
        Update update = Update.state(new byte[(1 << 20) + 1], new byte[0]);
        assertThatThrownBy(() -> call.prepare(update, false))
            .isInstanceOf(StateTooLargeException.class)
            .hasMessageContaining("1048577")
            .hasMessageContaining("g2cl.max-state-bytes");
        assertThat(call.version()).isPositive();
      }
      assertThat(a.append(CART, "r2", "two")).isEqualTo("one two");
    }
  }

  @Test
  void shouldExpireOnAllMembersFromTheLastUse() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member a = cluster.member("a");
      a.create(CART, "one", Duration.ofMillis(700));
      for (int i = 0; i < 6; i++) {
        await().pollDelay(Duration.ofMillis(300)).until(() -> true); // the time itself is tested
        Cluster.granted(a.propagation().admit(CART, Optional.empty())).close();
      }
      assertThat(cluster.member("b").status().copies()).isEqualTo(1);
      await("expired: " + cluster).until(() -> a.status().owned() == 0);
      await("expired: " + cluster).until(() -> cluster.member("b").status().copies() == 0);
      assertThat(cluster.member("b").admit(CART, "r1")).isInstanceOf(Admission.Unknown.class);
    }
  }

  @Test
  void shouldExpireWhenTheOwnerIsGone() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      cluster.member("a").create(CART, "one", Duration.ofMillis(500));
      cluster.crash(cluster.member("a"));
      await("expired: " + cluster)
          .until(
              () ->
                  cluster.member("b").status().copies() + cluster.member("c").status().copies()
                      == 0);
    }
  }
}
