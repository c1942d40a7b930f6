package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.g2cl.propagation.RepairTest.MEMBERS;
import static org.g2cl.propagation.RepairTest.OWNER;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Where every part of a split group goes on: members that may have an older copy, and say nothing.
 */
class UnheardMembersTest {
  private static final PropagationSettings SETTINGS =
      PropagationSettings.builder()
          .acknowledgeTimeout(Duration.ofMillis(20))
          .callTimeout(Duration.ofSeconds(20))
          .build();

  private final List<SocketAddress> asked = new ArrayList<>();
  private final Node node = RepairTest.node(new SilentAtFirst(), SETTINGS);
  private final Entry entry = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());
  private final OutdatedCopies outdated = new OutdatedCopies(node, new Repair(node));

  @BeforeEach
  void own() throws Exception {
    node.primary().onView(MEMBERS, List.of());
    assertThat(node.primary().awaitDecision(Duration.ofSeconds(20))).isTrue();
    entry.copy().onClaim(1, OWNER);
    entry.copy().create("Cart", 0);
    assertThat(entry.copy().become(1, OWNER)).isTrue();
  }

  @Test
  void shouldDropWhatAMemberMayHaveTakenThatNeverAnswered() throws Exception {
    change("one");
    change("two");

    assertThat(unneeded()).containsExactly(asked.get(0));
  }

  /** After a take-over no change has been made yet that nobody else can have. */
  @Test
  void shouldDropACopyThatIsOlderThanWhatAnotherPartMayHaveMadeOfTheSameNumber() throws Exception {
    change("one");
    change("two");
    Stamp newest = entry.copy().newest();
    entry.holders().clear();
    entry.holders().note(MEMBERS.get(1), newest);
    entry.floorDue(true);

    entry.holders().note(MEMBERS.get(2), newest.before());
    assertThat(unneeded()).as("perhaps another content of this number").isEmpty();

    entry.holders().remove(MEMBERS.get(2));
    entry.holders().note(MEMBERS.get(2), newest.before().before());
    assertThat(unneeded()).containsExactly(MEMBERS.get(2));
  }

  private List<SocketAddress> unneeded() {
    return outdated.known(entry).stream().map(Holders.Held::member).toList();
  }

  private void change(String state) throws PropagationException {
    RequestId request = new RequestId(state);
    try (Call call = new Call(node, new Degradation(), entry, request, ended -> {})) {
      call.prepare(Update.state(state.getBytes(UTF_8), state.getBytes(UTF_8)), false);
    }
  }

  /** The member that is asked first is silent; all others take what they are sent. */
  private final class SilentAtFirst extends StubLink {
    SilentAtFirst() {
      super(OWNER, MEMBERS);
    }

    @Override
    public CompletableFuture<byte[]> ask(SocketAddress member, byte[] frame, Duration timeout) {
      asked.add(member);
      return member.equals(asked.get(0))
          ? new CompletableFuture<>()
          : CompletableFuture.completedFuture(Verdict.ACK.bytes());
    }

    @Override
    public CompletableFuture<byte[]> askSurely(
        SocketAddress member, byte[] frame, Duration timeout) {
      return CompletableFuture.completedFuture(Verdict.ACK.bytes());
    }
  }
}
