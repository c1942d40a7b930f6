package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;

/** Being alone: when a member may go on so, and what others do about those that may have. */
class AloneTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final PropagationSettings IMPATIENT =
      PropagationSettings.builder()
          .acknowledgeTimeout(Duration.ofMillis(200))
          .callTimeout(Duration.ofSeconds(1))
          .maxStateBytes(1 << 20)
          .build();

  private final List<String> barred = new CopyOnWriteArrayList<>();
  private volatile boolean unseen;
  private volatile long unseenIn;

  @Test
  void shouldNotGoOnAloneWhenOthersAreSilentButInTheGroup() throws Exception {
    try (Cluster cluster = new Cluster(IMPATIENT, OutcomeLog.none(), "a", "b")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      cluster.network.block(a.address(), cluster.member("b").address());
      long start = System.nanoTime();
      assertThatThrownBy(() -> a.append(CART, "r1", "lost"))
          .isInstanceOf(PropagationException.class)
          .hasMessageContaining("in the group")
          .hasMessageContaining("session cart-1");
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(900), Duration.ofSeconds(3));
      cluster.network.heal();
      assertThat(a.append(CART, "r2", "two")).isEqualTo("one two");
    }
  }

  @Test
  void shouldGoOnAloneOnceTheSilentBackupHasLeftTheView() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      cluster.network.detection(Duration.ofSeconds(1));
      cluster.crash(cluster.member("b"));
      assertThat(a.append(CART, "r1", "two")).isEqualTo("one two");
      assertThat(a.session().membership().getMembershipList()).containsExactly(a.address());
    }
  }

  /** As where memory is out just when the view comes: nobody tells it again. */
  @Test
  void shouldTakeAViewAgainThatEndedByAnError() throws Exception {
    AtomicReference<Error> planted = new AtomicReference<>();
    try (Cluster cluster = new Cluster()) {
      Function<SocketAddress, String> names = cluster.placementNames;
      cluster.placementNames =
          member -> {
            boolean isView = !Thread.currentThread().getName().contains("keeper");
            Error now = isView ? planted.getAndSet(null) : null;
            if (now != null) {
              throw now;
            }
            return names.apply(member);
          };
      Member a = cluster.join("a");
      Member b = cluster.join("b");
      cluster.awaitViews();
      a.create(CART, "one");
      planted.set(new OutOfMemoryError("meant by the test"));
      cluster.crash(b);
      await().atMost(Duration.ofSeconds(20)).until(() -> planted.get() == null);
      assertThat(a.append(CART, "r1", "two")).isEqualTo("one two");
    }
  }

  @Test
  void shouldTakeTheLateAnswerOfASilentBackup() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member a = cluster.member("a");
      Member b = cluster.member("b");
      a.create(CART, "one");
      cluster.network.delay(
          a.address(), b.address(), Duration.ofMillis(900), Duration.ofMillis(900));
      assertThat(a.append(CART, "r1", "two")).isEqualTo("one two");
      cluster.crash(a);
      assertThat(Cluster.replayed(b.admit(CART, "r1"))).isEqualTo("one two");
    }
  }

  @Test
  void shouldBarFirstRequestAfterTakeOverFromOwnerThatWasNotHeard() throws Exception {
    try (Cluster cluster = new Cluster(Cluster.SETTINGS, log(), "a", "b", "c")) {
      cluster.member("a").create(CART, "one");
      cluster.crash(cluster.member("a"));
      Member b = cluster.member("b");
      assertThat(b.append(CART, "r1", "two")).isEqualTo("one two");
      assertThat(b.append(CART, "r2", "three")).isEqualTo("one two three");
      assertThat(cluster.member("c").append(CART, "r3", "four")).endsWith("four");
      assertThat(barred).as("once").containsExactly("cart-1 r1 1");
    }
  }

  @Test
  void shouldNotExecuteARequestThatAnOwnerCommittedUnseen() throws Exception {
    try (Cluster cluster = new Cluster(Cluster.SETTINGS, log(), "a", "b", "c")) {
      cluster.member("a").create(CART, "one");
      cluster.crash(cluster.member("a"));
      unseen = true;
      for (String name : List.of("b", "b", "c", "b")) {
        assertThatThrownBy(() -> cluster.member(name).admit(CART, "r1"))
            .as(name)
            .isInstanceOf(PropagationException.class)
            .hasMessageContaining("gone on alone")
            .hasMessageContaining("r1");
      }
    }
  }

  @Test
  void shouldBarTheFirstRequestOfEachClientAndThoseThatCameBeforeIt() throws Exception {
    try (Cluster cluster = new Cluster(Cluster.SETTINGS, log(), "a", "b", "c")) {
      cluster.member("a").create(CART, "one");
      cluster.crash(cluster.member("a"));
      Member b = cluster.member("b");
      for (String request : List.of("x-5", "x-6", "y-1", "x-4", "y-2")) {
        b.append(CART, request, request);
      }
      assertThat(barred).containsExactly("cart-1 x-5 1", "cart-1 y-1 1", "cart-1 x-4 1");
    }
  }

  /** The network held it up while all who knew of it were lost (seed 451827). */
  @Test
  void shouldNotExecuteALateRequestThatOwnersBeforeCommittedUnseen() throws Exception {
    try (Cluster cluster = new Cluster(Cluster.SETTINGS, log(), "a", "b", "c")) {
      cluster.member("a").create(CART, "one");
      cluster.crash(cluster.member("a"));
      cluster.member("b").append(CART, "x-5", "two");
      unseenIn = 1;
      for (String name : List.of("b", "c", "b")) { // c hears b when it takes the session over
        assertThatThrownBy(() -> cluster.member(name).admit(CART, "x-4"))
            .as(name)
            .isInstanceOf(PropagationException.class)
            .hasMessageContaining(
                "x-4 was committed in epoch 1 by a member that had gone on alone");
      }
      assertThat(cluster.member("c").append(CART, "x-6", "three")).isEqualTo("one two three");
    }
  }

  /** Each retry at another member takes the session over, in an epoch of its own. */
  @Test
  void shouldNotExecuteSuchARequestHoweverOftenItIsRetriedElsewhere() throws Exception {
    try (Cluster cluster = new Cluster(Cluster.SETTINGS, log(), "a", "b", "c")) {
      cluster.member("a").create(CART, "one");
      cluster.crash(cluster.member("a"));
      unseenIn = 1;
      for (int i = 0; i < 50; i++) {
        String name = i % 2 == 0 ? "b" : "c";
        assertThatThrownBy(() -> cluster.member(name).admit(CART, "r1"))
            .as("try %d", i)
            .isInstanceOf(PropagationException.class)
            .hasMessageContaining("committed in epoch 1 by a member that had gone on alone");
      }
    }
  }

  @Test
  void shouldSendClientsElsewhereUntilItHasSeenOthers() throws Exception {
    try (Cluster cluster = new Cluster()) {
      Member a = cluster.join("a", true);
      assertThatThrownBy(() -> a.admit(CART, "r1")).isInstanceOf(ElsewhereException.class);
      Member b = cluster.join("b", true);
      cluster.awaitViews();
      await().until(() -> a.admit(CART, "r1") instanceof Admission.Unknown);
      b.propagation().handOver(Duration.ofSeconds(10));
      b.session().leave();
      await().until(() -> a.session().membership().getMembershipList().size() == 1);
      assertThat(a.admit(CART, "r1")).isInstanceOf(Admission.Unknown.class);
    }
  }

  private OutcomeLog log() {
    return new OutcomeLog() {
      @Override
      public boolean settle(SessionId session, RequestId request, long epoch) {
        throw new AssertionError("nothing is undecided");
      }

      @Override
      public boolean bar(SessionId session, RequestId request, long epoch) {
        barred.add(session + " " + request + " " + epoch);
        return unseen || epoch == unseenIn;
      }
    };
  }
}
