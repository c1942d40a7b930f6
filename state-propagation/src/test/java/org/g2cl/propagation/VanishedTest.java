package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import org.g2cl.propagation.Placement.NamedView;
import org.junit.jupiter.api.Test;

class VanishedTest {
  private static final SocketAddress A = InetSocketAddress.createUnresolved("a", 1);
  private static final SocketAddress B = InetSocketAddress.createUnresolved("b", 1);
  private static final SocketAddress C = InetSocketAddress.createUnresolved("c", 1);

  private final Clock clock = new Clock();
  private final Vanished vanished = new Vanished(clock);

  @Test
  void shouldWaitThirtySecondsForAMemberThatWasLost() {
    vanished.onView(view(A, B, C), List.of(A), List.of());
    clock.pass(Duration.ofSeconds(20));
    vanished.onView(view(A), List.of(A), List.of());
    clock.pass(Duration.ofSeconds(10));
    assertThat(vanished.names(view(A))).containsExactlyInAnyOrder("b", "c");
    clock.pass(Duration.ofNanos(1));
    assertThat(vanished.names(view(A))).isEmpty();
  }

  @Test
  void shouldCountAnewWhenAMemberIsLostAgain() {
    vanished.onView(view(A, B), List.of(A), List.of());
    clock.pass(Duration.ofSeconds(20));
    vanished.onView(view(A), List.of(A, B), List.of());
    assertThat(vanished.names(view(A, B))).isEmpty();
    vanished.onView(view(A, B), List.of(A), List.of());
    clock.pass(Duration.ofSeconds(20));
    assertThat(vanished.names(view(A))).containsExactly("b");
  }

  @Test
  void shouldNotWaitForAMemberThatWasStartedAnewUnderItsName() {
    SocketAddress laterB = InetSocketAddress.createUnresolved("b", 2);
    vanished.onView(view(A, B, C), List.of(A), List.of());
    assertThat(vanished.names(view(A, laterB))).containsExactly("c");
    vanished.onView(view(A, laterB), List.of(A), List.of(laterB));
    assertThat(vanished.names(view(A))).as("its later life left in order").containsExactly("c");
  }

  @Test
  void shouldNotWaitForAMemberWhoseLaterLifeLeftBeforeAnybodyAsked() {
    SocketAddress laterB = InetSocketAddress.createUnresolved("b", 2);
    vanished.onView(view(A, B), List.of(A), List.of());
    vanished.onView(view(A), List.of(A, laterB), List.of());
    vanished.onView(view(A, laterB), List.of(A), List.of(laterB));
    assertThat(vanished.names(view(A))).isEmpty();
  }

  @Test
  void shouldTakeASingleMemberThatHadJustComeForOneWithAllCopies() {
    vanished.onView(view(A), List.of(A, B, C), List.of());
    clock.pass(Duration.ofSeconds(30));
    vanished.onView(view(A, B, C), List.of(A, C), List.of());
    assertThat(vanished.namesOfAllCopies(view(A, C), 1)).as("it was there for long").isEmpty();
    vanished.onView(view(A, C), List.of(A, B, C), List.of());
    clock.pass(Duration.ofSeconds(29));
    vanished.onView(view(A, B, C), List.of(A, C), List.of());
    assertThat(vanished.namesOfAllCopies(view(A, C), 1)).containsExactly("b");
    clock.pass(Duration.ofSeconds(31));
    assertThat(vanished.namesOfAllCopies(view(A, C), 1)).isEmpty();
  }

  @Test
  void shouldTakeMembersForOnesWithAllCopiesWhenMoreAreLostThanThereAreBackups() {
    vanished.onView(view(A), List.of(A, B, C), List.of());
    clock.pass(Duration.ofSeconds(30));
    vanished.onView(view(A, B, C), List.of(A), List.of());
    assertThat(vanished.namesOfAllCopies(view(A), 2)).isEmpty();
    assertThat(vanished.namesOfAllCopies(view(A), 1)).containsExactly("b", "c");
  }

  @Test
  void shouldTakeAMemberOfWhichItHearsForOneWithAllCopies() {
    vanished.hear(List.of(new Loss("b", 25_000)));
    assertThat(vanished.namesOfAllCopies(view(A), 1)).containsExactly("b");
  }

  @Test
  void shouldNotWaitForAMemberThatLeft() {
    vanished.onView(view(A, B, C), List.of(A), List.of(B));
    assertThat(vanished.names(view(A))).containsExactly("c");
  }

  @Test
  void shouldWaitForAMemberOfWhichItHearsThatItWasLost() {
    vanished.hear(List.of(new Loss("b", 25_000), new Loss("c", 0), new Loss("d", 0)));
    assertThat(vanished.names(view(A, C))).containsExactlyInAnyOrder("b", "d");
    clock.pass(Duration.ofSeconds(6));
    assertThat(vanished.names(view(A, C))).containsExactly("d");
  }

  @Test
  void shouldTellWhomItHasLostAndSinceWhen() {
    vanished.onView(view(A, B, C), List.of(A, C), List.of());
    clock.pass(Duration.ofSeconds(6));
    assertThat(vanished.losses()).containsExactly(new Loss("b", 6_000));
    vanished.hear(List.of(new Loss("b", 0)));
    clock.pass(Duration.ofSeconds(25));
    assertThat(vanished.losses()).as("it knows better itself").isEmpty();
  }

  private static NamedView view(SocketAddress... members) {
    return NamedView.of(A, List.of(members), member -> ((InetSocketAddress) member).getHostName());
  }
}
