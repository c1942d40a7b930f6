package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.g2cl.Scheduler;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;

/** How long members remember that copies of a session are out of step. */
class FloorAgeTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final Stamp NEWEST = new Stamp(3, 4);

  private final Entry entry = new Entry(Scheduler.live(), CART, 8, new Shared());

  /** Each of them makes all members tell each other what they know. */
  @Test
  void shouldForgetAnEndedSessionThoughMembersJoinMoreOften() throws Exception {
    PropagationSettings settings =
        Cluster.SETTINGS.toBuilder()
            .callTimeout(Duration.ofSeconds(1))
            .tombstoneRetention(Duration.ofSeconds(3))
            .build();
    try (Cluster cluster = new Cluster(settings, OutcomeLog.none(), "a", "b", "c")) {
      Member owner = takenOver(cluster);
      owner.propagation().drop(CART);
      assertThat(owner.propagation().heldCopy(CART)).as("a tombstone").isPresent();

      AtomicInteger joiners = new AtomicInteger();
      await("the end of the tombstone, which is looked for each second while the view is primary")
          .pollInterval(Duration.ofMillis(1500))
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                Member joiner = cluster.join("joiner-" + joiners.incrementAndGet());
                cluster.awaitViews();
                cluster.crash(joiner);
                cluster.awaitViews();
                return owner.propagation().heldCopy(CART).isEmpty();
              });
      assertThat(joiners).hasValueGreaterThan(1);
    }
  }

  private static Member takenOver(Cluster cluster) throws Exception {
    Member first = cluster.member("a");
    Member backup = cluster.backupOf("a", CART);
    first.create(CART, "one");
    cluster.crash(first);
    cluster.awaitViews();
    backup.append(CART, "r", "two");
    return backup;
  }

  @Test
  void shouldBeAsOldHereAsWhereItCameFrom() {
    entry.toldOfFloor(70_000);
    assertThat(entry.idleMillis()).isGreaterThanOrEqualTo(70_000);
  }

  @Test
  void shouldBeAsOldAsTheYoungestThatCame() {
    entry.toldOfFloor(70_000);
    entry.toldOfFloor(10_000);
    entry.toldOfFloor(30_000);
    assertThat(entry.idleMillis()).isBetween(10_000L, 29_999L);
  }

  @Test
  void shouldNotAgeAClaimThatIsNew() {
    entry.used();
    entry.toldOfFloor(70_000);
    assertThat(entry.idleMillis()).isLessThan(70_000);
  }

  @Test
  void shouldTellTheLessAgeOfTwoOfOneChange() {
    Frame.Floor old = new Frame.Floor(CART, 3, NEWEST, List.of(1L), 70_000);
    Frame.Floor young = new Frame.Floor(CART, 3, NEWEST, List.of(2L), 10_000);
    assertThat(old.merged(young).idleMillis()).isEqualTo(10_000);
    assertThat(young.merged(old).idleMillis()).isEqualTo(10_000);
  }
}
