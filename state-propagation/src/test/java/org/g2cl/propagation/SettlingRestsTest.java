package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is tried again, and when, of changes that could not be settled. */
class SettlingRestsTest {
  private static final SessionId FIRST = new SessionId("cart-1");
  private static final SessionId SECOND = new SessionId("cart-2");
  private static final SessionId THIRD = new SessionId("cart-3");
  private static final SocketAddress SELF = InetSocketAddress.createUnresolved("self", 1);
  private static final Duration REST_OF_ONE = Duration.ofSeconds(60);
  private static final Duration REST_OF_ALL = Duration.ofSeconds(30);

  private final Clock clock = new Clock();
  private final List<SessionId> asked = new ArrayList<>();
  private final Set<SessionId> failing = new HashSet<>();
  private final Settling settling = new Settling(node());

  @Test
  void shouldTryOthersWhileOneRests() {
    failing.add(FIRST);
    settle(FIRST, SECOND, FIRST, THIRD);
    assertThat(asked).containsExactly(FIRST, SECOND, THIRD);
  }

  @Test
  void shouldTryNoneForAWhileWhenTwoHaveFailedOneAfterTheOther() {
    failing.addAll(List.of(FIRST, SECOND));
    settle(FIRST, SECOND, THIRD);
    assertThat(asked).containsExactly(FIRST, SECOND);

    clock.pass(REST_OF_ALL.minusNanos(1));
    settle(THIRD);
    assertThat(asked).containsExactly(FIRST, SECOND);

    clock.pass(Duration.ofNanos(1));
    settle(THIRD);
    assertThat(asked).containsExactly(FIRST, SECOND, THIRD);
  }

  @Test
  void shouldTryOthersThoughOneFailsAgainAndAgain() {
    failing.add(FIRST);
    settle(FIRST);
    clock.pass(REST_OF_ONE);
    settle(FIRST, SECOND);
    assertThat(asked).containsExactly(FIRST, FIRST, SECOND);
  }

  @Test
  void shouldTryOthersWhenOneWasSettledBetweenTwoThatFailed() {
    failing.addAll(List.of(FIRST, THIRD));
    settle(FIRST, SECOND, THIRD, SECOND);
    assertThat(asked).containsExactly(FIRST, SECOND, THIRD, SECOND);
  }

  private void settle(SessionId... sessions) {
    for (SessionId session : sessions) {
      settling.run(undecided(session));
    }
  }

  private Entry undecided(SessionId session) {
    byte[] state = {1};
    Change change = new Change(new Stamp(1, 2), new RequestId("r-1"), state, state);
    Snapshot content = new Snapshot("Cart", 0, 0, new Stamp(1, 1), state, Replies.NONE, change);
    Entry entry = new Entry(clock, session, 8, new Shared());
    entry.copy().absorb(content);
    return entry;
  }

  private Node node() {
    GroupLink link =
        new StubLink(SELF, List.of(SELF)) {
          @Override
          public void tell(Iterable<SocketAddress> members, byte[] frame) {
            assertThat(members).isEmpty();
          }
        };
    PropagationSettings settings = PropagationSettings.defaults();
    Placement placement = new Placement(clock, SocketAddress::toString, settings.callTimeout());
    placement.onView(SELF, List.of(SELF));
    PrimaryView unused = null;
    return new Node(
        clock,
        settings,
        link,
        placement,
        new Vanished(clock),
        unused,
        new SessionTable(clock, settings.repliesKept()),
        new Log(),
        new Counters(),
        new Backlog());
  }

  /** Log that does not answer for some sessions; in it nothing is committed. */
  private final class Log implements OutcomeLog {
    @Override
    public boolean settle(SessionId session, RequestId request, long epoch)
        throws PropagationException {
      asked.add(session);
      if (failing.contains(session)) {
        throw new PropagationException("meant by the test");
      }
      return false;
    }

    @Override
    public boolean bar(SessionId session, RequestId request, long epoch) {
      throw new UnsupportedOperationException();
    }
  }
}
