package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a leave that has too little time tells. */
class HandOverTest {
  private static final SocketAddress CONFIRMS = RepairTest.MEMBERS.get(1);
  private static final SocketAddress STUCK = RepairTest.MEMBERS.get(2);
  private static final int SESSIONS = 20;
  private static final PropagationSettings SETTINGS =
      PropagationSettings.builder()
          .acknowledgeTimeout(Duration.ofSeconds(1))
          .callTimeout(Duration.ofSeconds(2))
          .maxStateBytes(1000)
          .tombstoneRetention(Duration.ofMinutes(1))
          .repairPerSecond(9)
          .build();

  private final long deadlineNanos = System.nanoTime() + Duration.ofSeconds(3).toNanos();
  private final Node node = RepairTest.node(new Link(), SETTINGS);
  private final HandOver handOver = new HandOver(node, new Repair(node), deadlineNanos);

  /**
   * One member confirms at once; the other refuses at first, and answers the next time too late.
   */
  private final class Link extends StubLink {
    private int refusals;

    Link() {
      super(RepairTest.OWNER, RepairTest.MEMBERS);
    }

    @Override
    public CompletableFuture<byte[]> ask(SocketAddress member, byte[] frame, Duration timeout) {
      if (member.equals(CONFIRMS)) {
        return CompletableFuture.completedFuture(Verdict.ACK.bytes());
      }
      if (++refusals > 1) {
        while (System.nanoTime() - deadlineNanos < 0) {
          Thread.onSpinWait();
        }
      }
      return CompletableFuture.completedFuture(Verdict.LATER.bytes());
    }

    @Override
    public void tell(Iterable<SocketAddress> members, byte[] frame) {
      // nobody needs to hear of the leave
    }
  }

  @Test
  void shouldCountWhatWasConfirmedThoughTheTimeIsOverBeforeItIsAskedAgain() {
    for (int i = 0; i < SESSIONS; i++) {
      hold(new SessionId("s" + i), CONFIRMS);
    }
    hold(new SessionId("stuck"), STUCK);

    assertThat(handOver.run(() -> true)).isEqualTo(1);
    assertThat(handOver.lost()).as("its owner is there").isZero();
  }

  @Test
  void shouldCountAsLostWhatNobodyElseHas() {
    hold(new SessionId("s1"), RepairTest.OWNER);
    hold(new SessionId("s2"), RepairTest.OWNER);
    node.table()
        .with(
            new SessionId("s2"),
            entry -> {
              entry.holders().note(CONFIRMS, entry.copy().newest());
              return null;
            });

    assertThat(handOver.lost()).isEqualTo(1);
  }

  private void hold(SessionId session, SocketAddress owner) {
    byte[] state = {1};
    Snapshot content = new Snapshot("Cart", 0, 0, new Stamp(1, 2), state, Replies.NONE, null);
    node.table()
        .with(
            session,
            entry -> {
              entry.copy().onClaim(1, owner);
              entry.copy().onCopy(1, false, content, owner, false);
              if (owner.equals(RepairTest.OWNER)) {
                entry.copy().become(1, owner);
              }
              return null;
            });
  }
}
