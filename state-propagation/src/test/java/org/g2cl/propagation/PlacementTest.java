package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static final SessionId CART = new SessionId("cart-1");

  private final List<SocketAddress> members =
      IntStream.range(1, 6).mapToObj(PlacementTest::address).toList();
  private final Map<SocketAddress, String> names = new HashMap<>();
  private final Placement placement =
      new Placement(Scheduler.live(), names::get, Duration.ofSeconds(60));

  private static SocketAddress address(int port) {
    return InetSocketAddress.createUnresolved("host", port);
  }

  private List<SocketAddress> candidates() {
    return placement.candidates(placement.view().ranked(CART));
  }

  @Test
  void shouldRankOthersAlikeOnAllMembers() {
    placement.onView(members.get(0), members);
    List<SocketAddress> first = candidates();
    placement.onView(members.get(1), List.of(members.get(4), members.get(1), members.get(2)));
    List<SocketAddress> second = candidates();
    assertThat(first).hasSize(4).doesNotContain(members.get(0));
    assertThat(second).isSubsetOf(members.get(2), members.get(4));
    assertThat(second).isEqualTo(first.stream().filter(second::contains).toList());
  }

  @Test
  void shouldLeaveOutLeavingMembersAndPutSilentOnesLast() {
    placement.onView(members.get(0), members);
    List<SocketAddress> before = candidates();
    placement.wasSilent(before.get(0));
    placement.leaves(before.get(1));
    assertThat(candidates()).containsExactly(before.get(2), before.get(3), before.get(0));
    placement.answered(before.get(0));
    assertThat(candidates()).containsExactly(before.get(0), before.get(2), before.get(3));
  }

  @Test
  void shouldNotTakeAMemberThatIsBackForOneThatLeavesWhenItWasPutOutAsItSaidSo() {
    SocketAddress self = members.get(0);
    var leaver = new Watched();
    placement.onView(self, List.of(self, leaver));
    var view = new Thread(() -> placement.onView(self, List.of(self)));
    leaver.whenLookedFor.set(
        () -> {
          view.start();
          join(view, 200); // it ends before that, unless it has to wait
        });

    placement.leaves(leaver);
    join(view, 0);
    placement.onView(self, List.of(self, leaver));

    assertThat(placement.isStaying(leaver)).isTrue();
  }

  private static void join(Thread thread, long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Address of a member that does something once when it is looked for. */
  private static final class Watched extends SocketAddress {
    private static final long serialVersionUID = 1;
    private final transient AtomicReference<Runnable> whenLookedFor = new AtomicReference<>();

    @Override
    public boolean equals(Object other) {
      Runnable action = whenLookedFor.getAndSet(null);
      if (action != null) {
        action.run();
      }
      return other == this;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @Test
  void shouldRefuseMembersThatWerePutOutUntilTheyAreBack() {
    placement.onView(members.get(0), members);
    assertThat(placement.onView(members.get(0), members.subList(0, 3))).isFalse();
    assertThat(placement.isStranger(members.get(4))).isTrue();
    assertThat(placement.isStranger(address(99))).as("not seen yet").isFalse();
    assertThat(placement.onView(members.get(0), members)).as("group was split").isTrue();
    assertThat(placement.isStranger(members.get(4))).isFalse();
  }

  @Test
  void shouldRankByNamesAsSoonAsTheyAreKnown() {
    placement.onView(members.get(0), members);
    members.forEach(member -> names.put(member, "node" + member));
    placement.refreshNames();
    List<String> expected = Rendezvous.rank(CART.value(), names.values());
    List<String> ranked = candidates().stream().map(names::get).toList();
    assertThat(ranked)
        .isEqualTo(expected.stream().filter(n -> !n.equals(names.get(members.get(0)))).toList());
  }

  @Test
  void shouldKeepMembersApartThatHaveTheSameName() {
    members.forEach(member -> names.put(member, "same"));
    placement.onView(members.get(0), members);
    assertThat(candidates()).containsExactlyInAnyOrderElementsOf(members.subList(1, 5));
  }

  @Test
  void shouldSpreadSessionsEvenlyAndMoveOnlyTheShareOfTheMemberThatGoes() {
    List<String> all = List.of("a:1", "b:1", "c:1", "d:1", "e:1");
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      List<String> ranked = Rendezvous.rank("s" + i, all);
      counts.merge(ranked.get(0), 1, Integer::sum);
      assertThat(Rendezvous.rank("s" + i, all.subList(0, 4)))
          .isEqualTo(ranked.stream().filter(n -> !n.equals("e:1")).toList());
    }
    assertThat(counts.values()).allMatch(count -> count > 1_800 && count < 2_200);
  }
}
