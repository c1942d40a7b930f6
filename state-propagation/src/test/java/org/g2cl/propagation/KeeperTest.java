package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeeperTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int SESSIONS = 60;

  /** Fails at first by an error of the JVM. */
  private static final class FailingAtFirst implements OutcomeLog {
    private final AtomicInteger asked = new AtomicInteger();
    private final Error failure;
    private volatile boolean alsoInterrupts;

    FailingAtFirst(Error failure) {
      this.failure = failure;
    }

    @Override
    public boolean settle(SessionId session, RequestId request, long epoch) {
      if (asked.incrementAndGet() == 1) {
        if (alsoInterrupts) {
          Thread.currentThread().interrupt();
        }
        throw failure;
      }
      return true;
    }

    @Override
    public boolean bar(SessionId session, RequestId request, long epoch) {
      return false;
    }
  }

  /** Cannot be logged at first, as when memory is still out. */
  private static final class Unloggable extends InternalError {
    private static final long serialVersionUID = 1;

    private final AtomicInteger logged = new AtomicInteger();

    @Override
    public void printStackTrace(PrintStream to) {
      if (logged.incrementAndGet() <= 2) {
        throw this;
      }
      super.printStackTrace(to);
    }
  }

  @Test
  void shouldGoOnTendingSessionsAfterAnError() throws Exception {
    checkThatSessionsAreTendedAfter(new InternalError("meant by the test"));
  }

  /** As the JDK throws where a driver of the database cannot be loaded. */
  @Test
  void shouldGoOnTendingSessionsAfterAnErrorOfALibrary() throws Exception {
    checkThatSessionsAreTendedAfter(new ServiceConfigurationError("meant by the test"));
  }

  @Test
  void shouldGoOnTendingSessionsAfterAnErrorThatCannotBeLogged() throws Exception {
    Unloggable failure = new Unloggable();
    checkThatSessionsAreTendedAfter(failure);
    assertThat(failure.logged).hasValueGreaterThan(0);
  }

  /** As while the database keeps the transaction of a server that stands still. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldSettleOtherSessionsWhileOneCannotBeSettled(int stuck) throws Exception {
    Stuck outcomes = new Stuck();
    try (Cluster cluster = new Cluster(Cluster.SETTINGS, outcomes, "a", "b", "c")) {
      Member a = cluster.member("a");
      Member backup = cluster.backupOf("a", CART);
      List<SessionId> sessions =
          IntStream.range(0, 100)
              .mapToObj(i -> new SessionId("cart-" + i))
              .filter(id -> cluster.backupOf("a", id).equals(backup))
              .limit(2)
              .toList();
      outcomes.session = sessions.get(stuck);
      for (SessionId session : sessions) {
        a.create(session, "one");
        SessionCall call = Cluster.granted(a.admit(session, "r1"));
        call.prepare(Update.state("two".getBytes(UTF_8), "r".getBytes(UTF_8)), true);
      }

      cluster.crash(a);
      cluster.awaitViews();

      await().atMost(LONGEST).until(() -> isSettled(backup, sessions.get(1 - stuck)));
      assertThat(isSettled(backup, outcomes.session)).isFalse();
    }
  }

  /** As a merge policy of an application may leave it. */
  @Test
  void shouldGoOnTendingSessionsWhenItsThreadIsLeftInterrupted() throws Exception {
    FailingAtFirst outcomes = new FailingAtFirst(new InternalError("meant by the test"));
    outcomes.alsoInterrupts = true;
    checkThatSessionsAreTendedAfterAFailureOf(outcomes);
  }

  /** Cannot tell what became of one session's call. */
  private static final class Stuck implements OutcomeLog {
    private volatile SessionId session;

    @Override
    public boolean settle(SessionId asked, RequestId request, long epoch)
        throws PropagationException {
      if (asked.equals(session)) {
        throw new PropagationException("meant by the test");
      }
      return true;
    }

    @Override
    public boolean bar(SessionId asked, RequestId request, long epoch) {
      return false;
    }
  }

  private static void checkThatSessionsAreTendedAfter(Error failure) throws Exception {
    checkThatSessionsAreTendedAfterAFailureOf(new FailingAtFirst(failure));
  }

  private static void checkThatSessionsAreTendedAfterAFailureOf(FailingAtFirst outcomes)
      throws Exception {
    try (Cluster cluster = new Cluster(Cluster.SETTINGS, outcomes, "a", "b", "c")) {
      Member a = cluster.member("a");
      Member backup = cluster.backupOf("a", CART);
      a.create(CART, "one");
      SessionCall call = Cluster.granted(a.admit(CART, "r1"));
      call.prepare(Update.state("two".getBytes(UTF_8), "r".getBytes(UTF_8)), true);

      cluster.crash(a);
      cluster.awaitViews();

      await().atMost(LONGEST).until(() -> isSettled(backup, CART));
      assertThat(cluster.member("b").status().failures() + cluster.member("c").status().failures())
          .as("errors counted")
          .isEqualTo(1);
      assertThat(outcomes.asked).hasValueGreaterThan(1);
    }
  }

  /** A backup that hears of no use for long lets its copy go. */
  @Test
  void shouldTellCopiesOfCallsWhileManyOthersAreMade() throws Exception {
    PropagationSettings quick = slow().toBuilder().callTimeout(Duration.ofMillis(500)).build();
    try (Cluster cluster = new Cluster(quick, OutcomeLog.none(), "a")) {
      Member a = cluster.member("a");
      Member b = whileCopiesAreMade(cluster);
      a.create(CART, "one", Duration.ofSeconds(1));

      long begin = System.nanoTime();
      await("more than twice as long as a copy lives of which nobody tells anything")
          .atMost(LONGEST)
          .until(
              () -> {
                Cluster.granted(a.admit(CART, "r")).close();
                assertThat(b.propagation().heldCopy(CART))
                    .as("%s", cluster)
                    .hasValueSatisfying(copy -> assertThat(copy.removed()).isFalse());
                return System.nanoTime() - begin > Duration.ofSeconds(11).toNanos();
              });
      assertThat(b.status().copies()).as("copies are still made").isLessThan(SESSIONS);
    }
  }

  @Test
  void shouldMakeNoMoreCopiesOnceItIsInTheMinority() throws Exception {
    try (Cluster cluster = new Cluster(slow(), OutcomeLog.none(), "a")) {
      Member a = cluster.member("a");
      Member b = whileCopiesAreMade(cluster);
      for (String name : List.of("c", "d", "e")) {
        cluster.join(name);
      }
      cluster.awaitViews();
      cluster.network.partition(List.of(a.address(), b.address()));
      await().atMost(LONGEST).until(() -> a.session().membership().getMembershipList().size() == 2);
      await().atMost(LONGEST).until(() -> !a.propagation().isPrimary());
      long made = a.status().repairs();

      await("nothing but what was under way")
          .during(Duration.ofSeconds(4))
          .atMost(LONGEST)
          .until(() -> a.status().repairs() <= made + 1);
    }
  }

  @Test
  void shouldMakeCopiesOfOtherSessionsWhileAMemberHasNotAnswered() throws Exception {
    PropagationSettings patient =
        Cluster.SETTINGS.toBuilder()
            .repairPerSecond(2)
            .acknowledgeTimeout(Duration.ofMinutes(2))
            .build();
    try (Cluster cluster = new Cluster(patient, OutcomeLog.none(), "a")) {
      Member a = cluster.member("a");
      Member b = whileCopiesAreMade(cluster);
      Duration never = Duration.ofMinutes(1);
      cluster.network.delay(b.address(), a.address(), never, never);
      long answered = a.status().repairs() + 1; // one whose answer was under way

      await("as many as are made at a time")
          .atMost(LONGEST)
          .until(() -> b.status().copies() >= answered + Crew.SIZE - 1);
      assertThat(a.status().repairs()).isLessThanOrEqualTo(answered);
    }
  }

  private static PropagationSettings slow() {
    return Cluster.SETTINGS.toBuilder().repairPerSecond(1).build();
  }

  /** Has a member join, to which the one that is there makes its copies for a minute. */
  private static Member whileCopiesAreMade(Cluster cluster) throws Exception {
    for (int i = 0; i < SESSIONS; i++) {
      cluster.member("a").create(new SessionId("s" + i), "one");
    }
    Member joiner = cluster.join("b");
    cluster.awaitViews();
    await().atMost(LONGEST).until(() -> joiner.status().copies() > 0);
    return joiner;
  }

  private static boolean isSettled(Member member, SessionId session) {
    return member.propagation().heldCopies().stream()
        .anyMatch(copy -> copy.session().equals(session) && !copy.undecided());
  }
}
