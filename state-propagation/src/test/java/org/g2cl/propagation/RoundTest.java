package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

/** A change that too few members acknowledge. */
class RoundTest {
  private static final SocketAddress SILENT = RepairTest.MEMBERS.get(2);
  private static final PropagationSettings SETTINGS =
      new PropagationSettings(
          1,
          0,
          Duration.ofMillis(50),
          Duration.ofMillis(200),
          1000,
          8,
          Duration.ofMinutes(1),
          9,
          ReplicationMode.ALL);

  private final Node node = RepairTest.node(link(), SETTINGS);
  private final Entry entry = new Entry(Scheduler.live(), new SessionId("cart-1"), 8, new Shared());

  /** All but one member take what they are sent. */
  private static GroupLink link() {
    return (GroupLink)
        Proxy.newProxyInstance(
            RoundTest.class.getClassLoader(),
            new Class<?>[] {GroupLink.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "self" -> RepairTest.OWNER;
                  case "members" -> RepairTest.MEMBERS;
                  case "isCutOff" -> false;
                  case "ask" ->
                      arguments[0].equals(SILENT)
                          ? new CompletableFuture<>()
                          : CompletableFuture.completedFuture(Verdict.ACK.bytes());
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @Test
  void shouldNoteWhoHasAChangeThatTooFewAcknowledged() {
    Change change;
    synchronized (entry) {
      entry.copy().onClaim(1, RepairTest.OWNER);
      entry.copy().create("Cart", 0);
      entry.copy().become(1, RepairTest.OWNER);
      byte[] bytes = {1};
      change = entry.copy().begin(1, new RequestId("r1"), Update.state(bytes, bytes));
    }
    UpdateFrames frames = new UpdateFrames(node, entry, entry.copy().stamp(), null, change, false);
    Round round = new Round(node, entry, change, frames);
    assertThatThrownBy(round::run)
        .isInstanceOf(PropagationException.class)
        .hasMessageContaining("1 members of the 2 wanted acknowledged");
    assertThat(entry.holders().of(RepairTest.MEMBERS.get(1)))
        .as("so that it is told to drop it")
        .isEqualTo(change.stamp());
    assertThat(entry.holders().of(SILENT)).isNull();
  }
}
