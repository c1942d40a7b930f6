package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;

class PartitionTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** Far less than a call waits for a primary view that may still be formed. */
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  @Test
  void shouldRefuseCallsInTheMinorityAndGoOnInTheMajority() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c", "d", "e")) {
      Member a = cluster.member("a");
      Member minority = cluster.thirdOf("a", CART);
      a.create(CART, "one");
      cluster.network.partition(List.of(minority.address()));
      await().atMost(LONGEST).until(() -> sees(minority, 1) && sees(a, 4));
      await().atMost(LONGEST).until(() -> a.propagation().isPrimary());
      assertRefusedAtOnce(() -> minority.admit(CART, "r1"));
      assertThat(a.append(CART, "r1", "two")).isEqualTo("one two");
      cluster.network.heal();
      cluster.awaitViews();
      assertThat(minority.append(CART, "r2", "three")).isEqualTo("one two three");
    }
  }

  /** As on Spread, where addresses show the last six characters of a host and port. */
  @Test
  void shouldRefuseCallsInTheMinorityWhereAllAddressesLookAlike() throws Exception {
    try (Cluster cluster = new Cluster()) {
      cluster.placementNames = address -> "m:4201";
      Member a = cluster.join("shop-1.example.com:4201");
      Member b = cluster.join("shop-2.example.com:4201");
      cluster.join("shop-3.example.com:4201");
      cluster.awaitViews();
      cluster.network.partition(List.of(a.address()));
      await().atMost(LONGEST).until(() -> sees(a, 1) && sees(b, 2));

      assertThatThrownBy(() -> a.create(CART, "one")).isInstanceOf(MinorityException.class);
      await().atMost(LONGEST).until(() -> b.propagation().isPrimary());
    }
  }

  @Test
  void shouldLetOneHalfGoOnOfAGroupThatIsLargerThanItsConfiguredSize() throws Exception {
    PartitionRule ofTwo = PartitionRule.primaryOf(2);
    try (Cluster cluster =
        new Cluster(Cluster.SETTINGS, OutcomeLog.none(), ofTwo, "a", "b", "c", "d")) {
      Member a = cluster.member("a");
      Member c = cluster.member("c");
      Member d = cluster.member("d");
      a.create(CART, "one");
      cluster.network.partition(List.of(c.address(), d.address()));
      await().atMost(LONGEST).until(() -> sees(a, 2) && sees(c, 2) && sees(d, 2));
      await().atMost(LONGEST).until(() -> a.propagation().isPrimary());
      assertRefusedAtOnce(() -> d.create(new SessionId("cart-2"), "one"));
      assertRefusedAtOnce(() -> c.create(new SessionId("cart-3"), "one"));
    }
  }

  private static void assertRefusedAtOnce(ThrowingCallable call) {
    long start = System.nanoTime();
    assertThatThrownBy(call)
        .isInstanceOf(MinorityException.class)
        .hasMessageContaining("retry the request on another member");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
  }

  @Test
  void shouldGoOnInEveryPartAndAskTheMergePolicyWhenAvailabilityIsWanted() throws Exception {
    PartitionRule longest =
        PartitionRule.availability(
            (session, one, other) -> other.state().length > one.state().length);
    try (Cluster cluster =
        new Cluster(Cluster.SETTINGS, OutcomeLog.none(), longest, "a", "b", "c", "d")) {
      Member a = cluster.member("a");
      Member backup = cluster.backupOf("a", CART);
      a.create(CART, "one");
      cluster.network.partition(List.of(backup.address()));
      await().atMost(LONGEST).until(() -> sees(backup, 1) && sees(a, 3));
      a.append(CART, "r1", "a-long-word-that-is-kept");
      assertThat(backup.append(CART, "r2", "short")).isEqualTo("one short");
      cluster.network.heal();
      cluster.awaitViews();
      assertThat(cluster.thirdOf("a", CART).append(CART, "r3", "x"))
          .isEqualTo("one a-long-word-that-is-kept x");
    }
  }

  /** The owner is silent, so that the claim of a third member fails; then the owner is put out. */
  @Test
  void shouldMakeCopiesOfASessionThatWasClaimedInVainWhenAvailabilityIsWanted() throws Exception {
    PropagationSettings brief =
        Cluster.SETTINGS.toBuilder().callTimeout(Duration.ofSeconds(1)).build();
    try (Cluster cluster = Cluster.available(brief, "a", "b", "c")) {
      Member a = cluster.member("a");
      Member third = cluster.thirdOf("a", CART);
      a.create(CART, "one");
      a.propagation().close(); // still in the view, but silent
      assertThatThrownBy(() -> third.admit(CART, "r1")).isInstanceOf(PropagationException.class);

      cluster.crash(a);
      cluster.awaitViews();

      await().atMost(LONGEST).untilAsserted(() -> assertThat(third.status().copies()).isEqualTo(1));
    }
  }

  @Test
  void shouldHaveOneContentAgainAfterAChangeWhereTwoPartsGaveOneStampToTwo() throws Exception {
    try (Cluster cluster = Cluster.available(Cluster.SETTINGS, "a", "b")) {
      Member a = cluster.member("a");
      Member b = cluster.member("b");
      writeInBothParts(cluster);

      assertThat(a.append(CART, "r3", "both")).isEqualTo("one left both");
      await("the same: " + cluster).atMost(LONGEST).until(() -> digest(a) == digest(b));
      cluster.crash(a);

      assertThat(Cluster.replayed(b.admit(CART, "r1"))).isEqualTo("one left");
    }
  }

  @Test
  void shouldHaveOneContentAgainAfterATakeOverWhereTwoPartsGaveOneStampToTwo() throws Exception {
    try (Cluster cluster = Cluster.available(Cluster.SETTINGS, "a", "b")) {
      Member a = cluster.member("a");
      Member b = cluster.member("b");
      writeInBothParts(cluster);

      Cluster.granted(a.admit(CART, "r3")).close();
      await("the same: " + cluster).atMost(LONGEST).until(() -> digest(a) == digest(b));
      cluster.crash(a);

      assertThat(b.append(CART, "r4", "both")).isEqualTo("one left both");
    }
  }

  /** Has both take over the session, which nobody owns after a merge, and make a change each. */
  private static void writeInBothParts(Cluster cluster) throws Exception {
    Member a = cluster.member("a");
    Member b = cluster.member("b");
    a.create(CART, "one");
    split(cluster, a, b);
    cluster.network.heal();
    cluster.awaitViews();
    split(cluster, a, b);
    assertThat(a.append(CART, "r1", "left")).isEqualTo("one left");
    assertThat(b.append(CART, "r2", "right")).isEqualTo("one right");
    cluster.network.heal();
    cluster.awaitViews();
    assertThat(a.propagation().heldCopy(CART).orElseThrow().version())
        .isEqualTo(b.propagation().heldCopy(CART).orElseThrow().version());
  }

  private static void split(Cluster cluster, Member one, Member other) {
    cluster.network.partition(List.of(one.address()));
    await().atMost(LONGEST).until(() -> sees(one, 1) && sees(other, 1));
  }

  private static long digest(Member member) {
    return member.propagation().heldCopies().get(0).digest();
  }

  /** Whoever goes on after a failure counts with the copies of the primary view's members only. */
  @Test
  void shouldGiveNoCopyToAMemberThatWasSilentWhenThePrimaryViewWasFormed() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member b = cluster.member("b");
      Member silent = cluster.member("c");
      List<SessionId> sessions =
          IntStream.range(0, 20).mapToObj(i -> new SessionId("cart-" + i)).toList();
      for (SessionId session : sessions) {
        b.create(session, "one");
      }
      assertThat(silent.status().copies()).isPositive();
      cluster.network.block(cluster.member("a").address(), silent.address());
      cluster.join("d");
      await().atMost(LONGEST).until(() -> sees(b, 4) && b.propagation().isPrimary());
      for (SessionId session : sessions) {
        b.append(session, "r1", "two");
      }
      await()
          .atMost(LONGEST)
          .untilAsserted(() -> assertThat(silent.status().copies()).as("%s", cluster).isZero());
    }
  }

  @Test
  void shouldNotTellThatASessionIsUnknownWhileAllItsCopiesAreCutOff() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c", "d", "e")) {
      Member a = cluster.member("a");
      Member third = cluster.thirdOf("a", CART);
      a.create(CART, "one");
      cluster.network.partition(List.of(a.address(), cluster.backupOf("a", CART).address()));
      await().atMost(LONGEST).until(() -> sees(third, 3) && third.propagation().isPrimary());
      assertThatThrownBy(() -> third.admit(CART, "r1"))
          .isInstanceOf(ElsewhereException.class)
          .hasMessageContaining("may be cut off with all copies of it; retry the request");
      cluster.network.heal();
      cluster.awaitViews();
      assertThat(third.append(CART, "r1", "two")).isEqualTo("one two");
    }
  }

  @Test
  void shouldNotCreateAgainWhatOthersHaveClaimedWhileAllCopiesOfItMayBeCutOff() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c", "d", "e")) {
      Member a = cluster.member("a");
      Member b = cluster.member("b");
      Member c = cluster.member("c");
      SessionId session =
          IntStream.range(0, 1_000)
              .mapToObj(i -> new SessionId("cart-" + i))
              .filter(id -> cluster.backupOf("a", id).equals(b))
              .filter(id -> cluster.backupOf("b", id).equals(a))
              .findFirst()
              .orElseThrow();
      var late = Optional.of(new RequestId("late"));
      Cluster.granted(a.propagation().admitCreation(session, "Cart", Duration.ZERO, late)).close();
      b.create(session, "one");
      cluster.network.partition(List.of(a.address(), b.address()));
      await().atMost(LONGEST).until(() -> sees(c, 3) && c.propagation().isPrimary());
      assertThatThrownBy(() -> c.propagation().admitCreation(session, "Cart", Duration.ZERO, late))
          .isInstanceOf(ElsewhereException.class);
      cluster.network.heal();
      cluster.awaitViews();
      assertThat(c.append(session, "r1", "two")).isEqualTo("one two");
    }
  }

  @Test
  void shouldNotTakeTheRemainsOfACreationThatFailedForARemovedSession() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c", "d", "e")) {
      SessionId session =
          IntStream.range(0, 1_000)
              .mapToObj(i -> new SessionId("cart-" + i))
              .filter(id -> cluster.backupOf("a", id).equals(cluster.member("b")))
              .findFirst()
              .orElseThrow();
      Member a = cluster.member("a");
      Member c = cluster.member("c");
      var request = Optional.of(new RequestId("create"));
      Admission admission = c.propagation().admitCreation(session, "Cart", Duration.ZERO, request);
      cluster.network.partition(List.of(c.address()));
      await().atMost(LONGEST).until(() -> sees(c, 1) && sees(a, 4));
      try (SessionCall call = Cluster.granted(admission)) {
        assertThatThrownBy(() -> call.prepare(Update.state(new byte[1], new byte[1]), true))
            .isInstanceOf(PropagationException.class);
      }
      await().atMost(LONGEST).until(() -> a.propagation().isPrimary());
      a.create(session, "one");
      cluster.network.heal();
      cluster.awaitViews();
      cluster.network.partition(List.of(a.address(), cluster.member("b").address()));
      await().atMost(LONGEST).until(() -> sees(c, 3) && c.propagation().isPrimary());
      assertThatThrownBy(() -> c.admit(session, "r1")).isInstanceOf(ElsewhereException.class);
    }
  }

  /** Who asked and found nothing is not taken for the owner of a copy that comes back. */
  @Test
  void shouldCopyAgainWhatCameToAMemberThatKnowsOfClaimsInVainOnly() throws Exception {
    try (Cluster cluster = new Cluster("c", "d", "e", "a", "b")) {
      Member a = cluster.member("a");
      Member b = cluster.member("b");
      List<SessionId> sessions =
          IntStream.range(0, 1_000)
              .mapToObj(i -> new SessionId("cart-" + i))
              .filter(session -> cluster.backupOf("a", session).equals(b))
              .filter(session -> best(session, "c", "d", "e", "f").equals("f"))
              .limit(4)
              .toList();
      for (SessionId session : sessions) {
        a.create(session, "one");
      }
      cluster.network.partition(List.of(a.address(), b.address()));
      Member c = cluster.member("c");
      await().atMost(LONGEST).until(() -> sees(c, 3) && c.propagation().isPrimary());
      cluster.join("f"); // to the side of the eldest
      await().atMost(LONGEST).until(() -> sees(c, 4) && c.propagation().isPrimary());
      for (SessionId session : sessions) {
        assertThatThrownBy(() -> c.admit(session, "r1")).isInstanceOf(ElsewhereException.class);
      }
      cluster.crash(a);
      cluster.network.heal();
      awaitCopies(cluster, 2 * sessions.size());
      cluster.crash(b);
      awaitCopies(cluster, 2 * sessions.size());
    }
  }

  private static String best(SessionId session, String... names) {
    return Rendezvous.rank(session.value(), List.of(names)).get(0);
  }

  private static void awaitCopies(Cluster cluster, int wanted) {
    cluster.awaitViews();
    await()
        .atMost(LONGEST)
        .untilAsserted(
            () -> {
              int copies = 0;
              for (Member member : cluster.members()) {
                copies += member.status().copies();
              }
              assertThat(copies).as("%s", cluster).isEqualTo(wanted);
            });
  }

  @Test
  void shouldNotTellThatASessionIsUnknownWhenItHasJoinedSinceItsCopiesWereCutOff()
      throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c", "d", "e")) {
      cluster.crash(cluster.member("a"));
      cluster.crash(cluster.member("b"));
      Member c = cluster.member("c");
      await().atMost(LONGEST).until(() -> sees(c, 3) && c.propagation().isPrimary());
      Member joiner = cluster.join("f");
      cluster.awaitViews();
      assertThatThrownBy(() -> joiner.admit(CART, "r1"))
          .isInstanceOf(ElsewhereException.class)
          .hasMessageContaining("may be cut off with all copies of it; retry the request");
    }
  }

  @Test
  void shouldNotTellThatASessionIsUnknownWhenAMemberIsLostThatHadJustCome() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      cluster.network.partition(List.of(cluster.member("c").address()));
      Member a = cluster.member("a");
      await().atMost(LONGEST).until(() -> sees(a, 2) && a.propagation().isPrimary());
      assertThatThrownBy(() -> a.admit(CART, "r1"))
          .isInstanceOf(ElsewhereException.class)
          .hasMessageContaining("may be cut off with all copies of it; retry the request");
    }
  }

  @Test
  void shouldTellThatASessionIsUnknownOnceMembersThatWereLostAreStartedAnew() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c", "d", "e")) {
      cluster.crash(cluster.member("a"));
      cluster.crash(cluster.member("b"));
      Member c = cluster.member("c");
      await().atMost(LONGEST).until(() -> sees(c, 3) && c.propagation().isPrimary());
      assertThatThrownBy(() -> c.admit(CART, "r1"))
          .isInstanceOf(ElsewhereException.class)
          .hasMessageContaining("may be cut off with all copies of it");
      cluster.join("a");
      cluster.join("b");
      cluster.awaitViews();
      assertThat(c.admit(CART, "r1")).isInstanceOf(Admission.Unknown.class);
    }
  }

  @Test
  void shouldTellAtOnceThatASessionIsUnknownWhenNobodyIsMissing() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      cluster.member("c").propagation().handOver(LONGEST);
      cluster.member("c").session().leave();
      Member a = cluster.member("a");
      await().atMost(LONGEST).until(() -> sees(a, 2) && a.propagation().isPrimary());
      assertThat(a.admit(CART, "r1")).isInstanceOf(Admission.Unknown.class);
    }
  }

  @Test
  void shouldCompareCopiesOfAllMembers() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      HeldCopy own = a.propagation().heldCopies().get(0);
      HeldCopy other = cluster.backupOf("a", CART).propagation().heldCopies().get(0);
      assertThat(own.owned()).isTrue();
      assertThat(other.owned()).isFalse();
      assertThat(other.digest()).isEqualTo(own.digest());
    }
  }

  private static boolean sees(Member member, int members) {
    return member.session().membership().getMembershipList().size() == members;
  }
}
