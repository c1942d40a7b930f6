package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FailoverTest {
  private static final SessionId CART = new SessionId("cart-1");

  private Cluster cluster;
  private Member a;
  private Member b;
  private Member c;

  /** The owner is a, the backup b, and c has nothing. */
  @BeforeEach
  void start() throws Exception {
    cluster = new Cluster("a", "b", "c");
    a = cluster.member("a");
    b = cluster.backupOf("a", CART);
    c = cluster.thirdOf("a", CART);
    a.create(CART, "one");
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  @Test
  void shouldContinueOnBackupWhenOwnerIsCrashed() throws Exception {
    a.append(CART, "r1", "two");
    cluster.crash(a);
    assertThat(b.append(CART, "r2", "three")).isEqualTo("one two three");
    assertThat(b.status().takeOvers()).isEqualTo(1);
  }

  /** The longest time-out is as good as none; {@code @StatefulTimeout} has no bound of its own. */
  @Test
  void shouldContinueASessionOfTheLongestTimeOut() throws Exception {
    SessionId longest = new SessionId("cart-2");
    a.create(longest, "one", Duration.ofMillis(Long.MAX_VALUE));
    cluster.crash(a);
    assertThat(b.append(longest, "r1", "two")).isEqualTo("one two");
  }

  @Test
  void shouldContinueOnMemberWithoutCopyWhenOwnerIsCrashed() throws Exception {
    a.append(CART, "r1", "two");
    cluster.crash(a);
    assertThat(c.append(CART, "r2", "three")).isEqualTo("one two three");
  }

  /** Its client is long served by another member; what was held up on the way arrives now. */
  @Test
  void shouldNotExecuteARequestThatComesWhenItsReplyIsForgotten() throws Exception {
    int kept = Cluster.SETTINGS.repliesKept();
    for (int i = 1; i <= kept + 2; i++) {
      a.append(CART, "client-" + i, "w" + i);
    }
    assertThatThrownBy(() -> c.admit(CART, "client-1"))
        .isInstanceOf(LateRequestException.class)
        .hasMessageContaining("client-1")
        .hasMessageContaining("not executed again");
    assertThat(Cluster.replayed(c.admit(CART, "client-3"))).endsWith("w3");
    assertThat(b.append(CART, "client-" + (kept + 3), "last")).endsWith(" last");
  }

  @Test
  void shouldMoveWhileOwnerLivesAndKeepEpochsGrowing() throws Exception {
    long epoch = 0;
    for (int i = 0; i < 9; i++) {
      Member member = cluster.member("abc".substring(i % 3, i % 3 + 1));
      try (SessionCall call = Cluster.granted(member.admit(CART, "r" + i))) {
        assertThat(call.epoch()).isGreaterThan(epoch);
        assertThat(call.version()).isGreaterThan(i);
        assertThat(call.bean()).isEqualTo("Cart");
        epoch = call.epoch();
        call.prepare(Update.state(new byte[] {(byte) i}, new byte[0]), false);
        assertThat(call.version()).isGreaterThan(i + 1);
      }
    }
  }

  /** Else a change that came to nothing could outlast, at who has it, all that this owner does. */
  @Test
  void shouldHaveTheFirstCallAfterATakeOverSentThoughItChangesNothing() throws Exception {
    try (SessionCall call = Cluster.granted(a.admit(CART, "r1"))) {
      assertThat(call.isUnchanged(call.state().orElseThrow())).isTrue();
    }
    cluster.crash(a);
    try (SessionCall call = Cluster.granted(b.admit(CART, "r2"))) {
      byte[] state = call.state().orElseThrow();
      assertThat(call.isUnchanged(state)).isFalse();
      call.prepare(Update.state(state, new byte[0]), false);
      assertThat(call.isUnchanged(state)).isTrue();
    }
  }

  @Test
  void shouldRepeatStoredReplyWhenRequestIsRetriedElsewhere() throws Exception {
    a.append(CART, "r1", "two");
    assertThat(Cluster.replayed(a.admit(CART, "r1"))).isEqualTo("one two");
    cluster.crash(a);
    assertThat(Cluster.replayed(c.admit(CART, "r1"))).isEqualTo("one two");
    assertThat(c.append(CART, "r2", "three")).isEqualTo("one two three");
  }

  @Test
  void shouldRepeatCreationReplyWhenCreationIsRetriedElsewhere() throws Exception {
    cluster.crash(a);
    Admission retried =
        c.propagation()
            .admitCreation(CART, "Cart", Duration.ZERO, Optional.of(new RequestId(CART.value())));
    assertThat(Cluster.replayed(retried)).isEqualTo("created");
  }

  @Test
  void shouldRefuseCreationUnderAnIdThatAnotherRequestCreated() {
    assertThatThrownBy(
            () ->
                c.propagation()
                    .admitCreation(
                        CART, "Cart", Duration.ZERO, Optional.of(new RequestId("other"))))
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("other")
        .hasMessageContaining("cart-1");
  }

  @Test
  void shouldRepeatRemovalReplyAndKnowNothingElseOfRemovedSession() throws Exception {
    a.remove(CART, "r1");
    assertThat(a.admit(CART, "r2")).isInstanceOf(Admission.Unknown.class);
    cluster.crash(a);
    assertThat(Cluster.replayed(c.admit(CART, "r1"))).isEqualTo("removed");
    assertThat(c.admit(CART, "r3")).isInstanceOf(Admission.Unknown.class);
  }

  @Test
  void shouldFenceFormerOwnerThatStillLives() throws Exception {
    try (SessionCall late = Cluster.granted(a.admit(CART, "r1"))) {
      assertThat(c.append(CART, "r1", "two")).isEqualTo("one two");
      Update update = Update.state("lost".getBytes(UTF_8), new byte[0]);
      assertThatThrownBy(() -> late.prepare(update, false)).isInstanceOf(FencedException.class);
    }
    assertThat(a.status().fenced()).isEqualTo(1);
    assertThat(a.append(CART, "r2", "three")).isEqualTo("one two three");
  }

  @Test
  void shouldFindNothingWhereNothingIs() throws Exception {
    assertThat(a.admit(new SessionId("none"), "r1")).isInstanceOf(Admission.Unknown.class);
    assertThat(c.admit(new SessionId("none"), "r1")).isInstanceOf(Admission.Unknown.class);
  }

  @Test
  void shouldChangeNothingWhenCallIsClosedWithoutPrepare() throws Exception {
    try (SessionCall call = Cluster.granted(a.admit(CART, "r1"))) {
      assertThat(call.state()).hasValue("one".getBytes(UTF_8));
    }
    assertThat(a.append(CART, "r1", "two")).isEqualTo("one two");
  }

  @Test
  void shouldCreateAgainWhenCreationEndedWithoutPrepare() throws Exception {
    SessionId id = new SessionId("cart-2");
    Optional<RequestId> request = Optional.of(new RequestId("cart-2"));
    Cluster.granted(a.propagation().admitCreation(id, "Cart", Duration.ZERO, request)).close();
    assertThat(b.admit(id, "r1")).isInstanceOf(Admission.Unknown.class);
    c.create(id, "new");
    assertThat(a.append(id, "r1", "two")).isEqualTo("new two");
  }

  @Test
  void shouldDropSessionOnAllMembers() throws Exception {
    a.propagation().drop(CART);
    assertThat(a.admit(CART, "r1")).isInstanceOf(Admission.Unknown.class);
    assertThat(b.admit(CART, "r1")).isInstanceOf(Admission.Unknown.class);
    c.create(CART, "anew");
    assertThat(b.append(CART, "r1", "two")).isEqualTo("anew two");
  }

  @Test
  void shouldNotPassOverSilentOwnerButWaitForItsAnswerOrItsEnd() throws Exception {
    a.append(CART, "r1", "two");
    cluster.network.detection(Duration.ofMillis(500));
    long start = System.nanoTime();
    cluster.crash(a);
    assertThat(b.append(CART, "r2", "three")).isEqualTo("one two three");
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(400), Duration.ofSeconds(4));
  }
}
