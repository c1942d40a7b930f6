package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Updates whose transaction is not known to be committed when the owner goes. */
class UndecidedTest {
  private static final SessionId CART = new SessionId("cart-1");

  /** What was asked; a member may ask twice, from the background and for a call. */
  private final Set<String> asked = new CopyOnWriteArraySet<>();

  private volatile Boolean committed;
  private Cluster cluster;
  private Member a;
  private Member b;
  private Member c;

  @BeforeEach
  void start() throws Exception {
    cluster = new Cluster(Cluster.SETTINGS, new Log(), "a", "b", "c");
    a = cluster.member("a");
    b = cluster.backupOf("a", CART);
    c = cluster.thirdOf("a", CART);
    a.create(CART, "one");
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  /** Tells what the test says, and has nothing that no copy knows of. */
  private final class Log implements OutcomeLog {
    @Override
    public boolean settle(SessionId session, RequestId request, long epoch)
        throws PropagationException {
      asked.add(session + " " + request + " " + epoch);
      if (committed == null) {
        throw new PropagationException("outcome log is down");
      }
      return committed;
    }

    @Override
    public boolean bar(SessionId session, RequestId request, long epoch) {
      return false;
    }
  }

  private static SessionCall prepare(Member member, String request) throws PropagationException {
    SessionCall call = Cluster.granted(member.admit(CART, request));
    call.prepare(Update.state("one two".getBytes(UTF_8), "reply".getBytes(UTF_8)), true);
    return call;
  }

  @Test
  void shouldHoldUpdateWhenOutcomeLogSaysCommitted() throws Exception {
    committed = true;
    long epoch = prepare(a, "r1").epoch();
    cluster.crash(a);
    assertThat(Cluster.replayed(c.admit(CART, "r1"))).isEqualTo("reply");
    assertThat(c.append(CART, "r2", "three")).isEqualTo("one two three");
    assertThat(asked).containsExactly("cart-1 r1 " + epoch);
  }

  @Test
  void shouldDiscardUpdateWhenOutcomeLogSaysRolledBack() throws Exception {
    committed = false;
    prepare(a, "r1");
    cluster.crash(a);
    assertThat(b.append(CART, "r1", "again")).isEqualTo("one again");
    assertThat(asked).hasSize(1);
    assertThat(c.append(CART, "r2", "three")).isEqualTo("one again three");
    assertThat(asked).hasSize(1);
  }

  @Test
  void shouldNotAskAboutDecidedUpdates() throws Exception {
    SessionCall first = prepare(a, "r1");
    first.commit();
    first.close();
    SessionCall second = prepare(a, "r2");
    second.abort();
    second.close();
    assertThat(Cluster.replayed(b.admit(CART, "r1"))).isEqualTo("reply");
    assertThat(b.append(CART, "r2", "three")).isEqualTo("one two three");
    assertThat(asked).isEmpty();
  }

  @Test
  void shouldPrepareAgainAfterAbort() throws Exception {
    try (SessionCall call = prepare(a, "r1")) {
      call.abort();
      assertThat(call.state()).hasValue("one".getBytes(UTF_8));
      call.prepare(Update.state("one".getBytes(UTF_8), "failed".getBytes(UTF_8)), false);
    }
    cluster.crash(a);
    assertThat(Cluster.replayed(b.admit(CART, "r1"))).isEqualTo("failed");
    assertThat(b.append(CART, "r2", "two")).isEqualTo("one two");
    assertThat(asked).isEmpty();
  }

  @Test
  void shouldSettleWhenOwnerItselfLostTrack() throws Exception {
    prepare(a, "r1").close();
    committed = true;
    assertThat(Cluster.replayed(a.admit(CART, "r1"))).isEqualTo("reply");
    assertThat(asked).hasSize(1);
  }

  @Test
  void shouldFailAdmissionWhileOutcomeLogIsDownAndSettleLater() throws Exception {
    prepare(a, "r1");
    cluster.crash(a);
    assertThatThrownBy(() -> b.admit(CART, "r1")).hasMessageContaining("outcome log is down");
    assertThatThrownBy(() -> c.admit(CART, "r1")).hasMessageContaining("outcome log is down");
    committed = true;
    assertThat(Cluster.replayed(b.admit(CART, "r1"))).isEqualTo("reply");
  }

  @Test
  void shouldSettleOrphanInTheBackgroundBeforeAnybodyCalls() throws Exception {
    committed = true;
    long epoch = prepare(a, "r1").epoch();
    cluster.crash(a);
    await("settled: " + cluster).until(() -> asked.contains("cart-1 r1 " + epoch));
    committed = null;
    await("held: " + cluster)
        .ignoreExceptions()
        .until(() -> Cluster.replayed(c.admit(CART, "r1")).equals("reply"));
  }

  @Test
  void shouldRefuseToPrepareOverAnUndecidedUpdate() throws Exception {
    committed = true;
    try (SessionCall call = prepare(a, "r1")) {
      Update update = Update.removal(new byte[0]);
      assertThatThrownBy(() -> call.prepare(update, false))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("r1");
      call.commit();
    }
    assertThat(new ArrayList<>(asked)).isEmpty();
  }

  @Test
  void shouldSettleUpdateOfFormerOwnerThatStillLives() throws Exception {
    committed = true;
    try (SessionCall call = prepare(a, "r1")) {
      assertThat(Cluster.replayed(c.admit(CART, "r1"))).isEqualTo("reply");
      call.commit();
    }
    assertThat(c.append(CART, "r2", "three")).isEqualTo("one two three");
    assertThat(a.append(CART, "r3", "four")).isEqualTo("one two three four");
  }

  /** Nobody calls a removed session again, which would tell it by the base of its change. */
  @Test
  void shouldTellTheCopiesWhatBecameOfARemovalThatWasSettledAtATakeOver() throws Exception {
    committed = true;
    try (SessionCall call = Cluster.granted(a.admit(CART, "r1"))) {
      call.prepare(Update.removal("removed".getBytes(UTF_8)), true);
      assertThat(c.admit(CART, "r2")).isInstanceOf(Admission.Unknown.class);
    }
    awaitRemovedAt(b);
  }

  @Test
  void shouldTellWhatBecameOfARemovalToABackupThatWasOutOfTheGroupMeanwhile() throws Exception {
    try (SessionCall call = Cluster.granted(a.admit(CART, "r1"))) {
      call.prepare(Update.removal("removed".getBytes(UTF_8)), true);
      cluster.network.partition(List.of(b.address()));
      await("out: " + cluster).until(() -> !b.propagation().isPrimary());
      call.commit();
    }
    await("told to another: " + cluster).until(() -> isRemovedAt(c));
    assertThat(isRemovedAt(b)).isFalse();
    cluster.network.merge();
    awaitRemovedAt(b);
  }

  private void awaitRemovedAt(Member member) {
    await("told: " + cluster).until(() -> isRemovedAt(member));
  }

  private static boolean isRemovedAt(Member member) {
    return member.propagation().heldCopies().stream()
        .anyMatch(copy -> copy.removed() && !copy.undecided());
  }

  @Test
  void shouldDiscardUndecidedCreation() throws Exception {
    committed = false;
    SessionId id = new SessionId("cart-2");
    Admission creation =
        a.propagation().admitCreation(id, "Cart", Duration.ZERO, Optional.of(new RequestId("n")));
    Cluster.granted(creation).prepare(Update.state(new byte[1], new byte[1]), true);
    cluster.crash(a);
    cluster.join("a");
    cluster.awaitViews();
    assertThat(b.admit(id, "r1")).isInstanceOf(Admission.Unknown.class);
    c.create(id, "new");
    assertThat(b.append(id, "r2", "two")).isEqualTo("new two");
  }
}
