package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What parts of a split group made of a session apart: the policy chooses, whoever comes first. */
class MergePolicyTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final String LONG = "a-long-word-that-is-kept";

  private static final PartitionRule KEEPS_THE_LONGER =
      PartitionRule.availability(
          (session, one, other) -> other.state().length > one.state().length);

  @Test
  void shouldChooseInTheBackgroundWhenNobodyCalls() throws Exception {
    try (Cluster cluster = cluster(KEEPS_THE_LONGER)) {
      splitAndWrite(cluster, LONG, "short");

      awaitAlike(cluster, List.of(CART));

      assertThat(append(cluster.member("c"), CART, "r3", "x")).isEqualTo("one " + LONG + " x");
    }
  }

  @Test
  void shouldChooseWhenTheFirstCallComesToWhoHasTheNewerContent() throws Exception {
    try (Cluster cluster = cluster(KEEPS_THE_LONGER)) {
      Member later = splitAndWrite(cluster, LONG, "short");

      assertThat(append(later, CART, "r3", "x")).isEqualTo("one " + LONG + " x");

      awaitAlike(cluster, List.of(CART));
    }
  }

  /** Its first claim has an epoch that the other part has used, unless it has heard of that. */
  @Test
  void shouldChooseWhenTheFirstCallComesToWhoHasTheOlderContent() throws Exception {
    try (Cluster cluster = cluster(KEEPS_THE_LONGER)) {
      splitAndWrite(cluster, LONG, "short");

      assertThat(append(cluster.member("a"), CART, "r3", "x")).isEqualTo("one " + LONG + " x");

      awaitAlike(cluster, List.of(CART));
    }
  }

  @Test
  void shouldKeepTheNewerContentWhenThePolicyWantsIt() throws Exception {
    try (Cluster cluster = cluster(KEEPS_THE_LONGER)) {
      splitAndWrite(cluster, "short", LONG);

      awaitAlike(cluster, List.of(CART));

      assertThat(append(cluster.member("c"), CART, "r3", "x")).isEqualTo("one " + LONG + " x");
    }
  }

  /** Neither side has seen the other go, which the engine alone can tell. */
  @Test
  void shouldChooseWhenTheMembersOfOnePartWereStartedInIt() throws Exception {
    try (Cluster cluster = cluster(KEEPS_THE_LONGER)) {
      Member owner = cluster.member("c");
      Member backup = cluster.backupOf("c", CART);
      Member third = cluster.thirdOf("c", CART);
      owner.create(CART, "one");
      cluster.network.partition(List.of(owner.address()));
      await().atMost(LONGEST).until(() -> see(List.of(owner)) && see(List.of(backup, third)));
      assertThat(owner.append(CART, "r1", LONG)).isEqualTo("one " + LONG);
      assertThat(append(backup, CART, "r2", "short")).isEqualTo("one short");
      cluster.crash(third);
      Member started = cluster.join("d");
      await().atMost(LONGEST).until(() -> holds(List.of(started), CART));
      cluster.crash(backup);
      assertThat(append(started, CART, "r3", "on")).isEqualTo("one short on");

      cluster.network.heal();
      cluster.awaitViews();

      awaitAlike(cluster, List.of(CART));
      assertThat(append(started, CART, "r4", "x")).isEqualTo("one " + LONG + " x");
    }
  }

  /** Who chose once is not asked again by a copy that was not chosen and is left somewhere. */
  @Test
  void shouldNotGoBackToWhatWasNotChosenWhenThatIsWhatThePolicyWouldWantLater() throws Exception {
    try (Cluster cluster = cluster(KEEPS_THE_LONGER)) {
      Member later = splitAndWrite(cluster, "long-enough", "short");
      awaitAlike(cluster, List.of(CART));
      try (SessionCall call = Cluster.granted(admit(later, CART, "r3"))) {
        call.prepare(Update.state("1".getBytes(UTF_8), new byte[0]), false);
      }

      for (Member member : cluster.members()) {
        assertThat(append(member, CART, "r-" + member.name(), "x")).startsWith("1 x");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, AssertionError.class})
  void shouldKeepTheNewerContentWhenThePolicyFails(Class<? extends Throwable> failure)
      throws Exception {
    AtomicInteger asked = new AtomicInteger();
    PartitionRule failing =
        PartitionRule.availability(
            (session, one, other) -> {
              asked.incrementAndGet();
              if (failure == AssertionError.class) {
                throw new AssertionError("meant by the test");
              }
              throw new IllegalStateException("meant by the test");
            });
    try (Cluster cluster = cluster(failing)) {
      splitAndWrite(cluster, LONG, "short");

      awaitAlike(cluster, List.of(CART));

      assertThat(asked).hasPositiveValue();
      assertThat(append(cluster.member("c"), CART, "r3", "x")).isEqualTo("one short x");
    }
  }

  @Test
  void shouldChooseForManySessionsAndLoseNoCallOfAfterTheMerge() throws Exception {
    try (Cluster cluster =
        new Cluster(
            Cluster.SETTINGS, OutcomeLog.none(), KEEPS_THE_LONGER, "a", "b", "c", "d", "e")) {
      List<Member> left = List.of(cluster.member("a"), cluster.member("b"));
      List<Member> right = List.of(cluster.member("c"), cluster.member("d"), cluster.member("e"));
      List<SessionId> sessions = createdInBoth(left, right);
      assertThat(sessions).hasSizeGreaterThan(20);
      cluster.network.partition(left.stream().map(Member::address).toList());
      await().atMost(LONGEST).until(() -> see(left) && see(right));
      Map<SessionId, String> kept = new HashMap<>();
      for (int i = 0; i < sessions.size(); i++) {
        String one = append(left.get(i % 2), sessions.get(i), "l", "x".repeat(5 + i * 7 % 13 * 2));
        String other =
            append(right.get(i % 3), sessions.get(i), "r", "y".repeat(4 + i * 5 % 11 * 2));
        kept.put(sessions.get(i), one.length() > other.length() ? one : other);
      }
      cluster.network.heal();
      cluster.awaitViews();
      for (int i = 0; i < sessions.size(); i += 2) {
        Member any = i % 4 == 0 ? left.get(0) : right.get(1);
        String state = append(any, sessions.get(i), "after", "z");
        assertThat(state).startsWith(kept.get(sessions.get(i))).endsWith(" z");
        kept.put(sessions.get(i), state);
      }

      awaitAlike(cluster, sessions);

      for (SessionId session : sessions) {
        assertThat(append(right.get(2), session, "last", "w")).startsWith(kept.get(session));
      }
    }
  }

  private static boolean see(List<Member> part) {
    return part.stream()
        .allMatch(
            member -> member.sees(part.stream().map(Member::address).collect(Collectors.toSet())));
  }

  private static List<SessionId> createdInBoth(List<Member> left, List<Member> right)
      throws PropagationException {
    for (int i = 0; i < 80; i++) {
      Member owner = i % 2 == 0 ? left.get(i / 2 % 2) : right.get(i % 3);
      owner.create(new SessionId("cart-" + i), "one");
    }
    return IntStream.range(0, 80)
        .mapToObj(i -> new SessionId("cart-" + i))
        .filter(id -> holds(left, id) && holds(right, id))
        .toList();
  }

  private static boolean holds(List<Member> part, SessionId id) {
    return part.stream()
        .flatMap(member -> member.propagation().heldCopies().stream())
        .anyMatch(copy -> copy.session().equals(id));
  }

  private static Cluster cluster(PartitionRule rule) throws Exception {
    return new Cluster(Cluster.SETTINGS, OutcomeLog.none(), rule, "a", "b", "c");
  }

  /** Answers who has taken the session over in its part, and has the newer content. */
  private static Member splitAndWrite(Cluster cluster, String owners, String others)
      throws Exception {
    Member a = cluster.member("a");
    Member backup = cluster.backupOf("a", CART);
    Member third = cluster.thirdOf("a", CART);
    a.create(CART, "one");
    cluster.network.partition(List.of(backup.address()));
    await().atMost(LONGEST).until(() -> see(List.of(backup)) && see(List.of(a, third)));
    assertThat(a.append(CART, "r1", owners)).isEqualTo("one " + owners);
    assertThat(backup.append(CART, "r2", others)).isEqualTo("one " + others);
    cluster.network.heal();
    cluster.awaitViews();
    return backup;
  }

  /** Waits until an owner and one other have each of these, and the same of it. */
  private static void awaitAlike(Cluster cluster, List<SessionId> sessions) {
    await()
        .atMost(LONGEST)
        .untilAsserted(
            () -> {
              for (SessionId session : sessions) {
                Set<String> contents = new HashSet<>();
                int copies = 0;
                int owned = 0;
                for (Member member : cluster.members()) {
                  for (HeldCopy copy : member.propagation().heldCopies()) {
                    if (copy.session().equals(session)) {
                      contents.add(copy.epoch() + "." + copy.version() + "." + copy.digest());
                      copies++;
                      owned += copy.owned() ? 1 : 0;
                    }
                  }
                }
                assertThat(contents).as("%s", session).hasSize(1);
                assertThat(List.of(copies, owned)).as("%s", session).isEqualTo(List.of(2, 1));
              }
            });
  }

  /** As a client does, which tries again while the members agree who owns the session. */
  private static String append(Member at, SessionId session, String request, String word) {
    return await()
        .atMost(LONGEST)
        .ignoreExceptionsInstanceOf(PropagationException.class)
        .until(() -> at.append(session, request, word), state -> true);
  }

  private static Admission admit(Member at, SessionId session, String request) {
    return await()
        .atMost(LONGEST)
        .ignoreExceptionsInstanceOf(PropagationException.class)
        .until(() -> at.admit(session, request), admission -> true);
  }
}
