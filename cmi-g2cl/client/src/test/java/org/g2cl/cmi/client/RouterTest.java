package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.g2cl.propagation.Rendezvous;
import org.junit.jupiter.api.Test;

class RouterTest {
  private static final Set<Location> NONE = Set.of();

  private final List<Location> servers = ProviderUrl.parse("a:1,b:2,c:3");
  private final FakeTiming timing = new FakeTiming();
  private final ServerView view = new ServerView(servers, timing);
  private final SetAside aside = new SetAside(timing);

  private Router router(ClientSettings settings) {
    return new Router(settings, view, aside);
  }

  private static Call stateless(String bean) {
    return new Call(Call.Kind.REPEATABLE, null, bean, bean);
  }

  private static Call session(String id) {
    return new Call(Call.Kind.REPEATABLE, id, "Cart", "Cart");
  }

  @Test
  void shouldGiveEachServerItsTurn() {
    Router router = router(ClientSettings.defaults());
    Map<Location, Integer> counts = new HashMap<>();
    for (int i = 0; i < 30; i++) {
      counts.merge(router.next(stateless("Echo"), NONE), 1, Integer::sum);
    }
    assertThat(counts.values()).containsExactly(10, 10, 10);
  }

  @Test
  void shouldSpreadRandomlyOverAllServers() {
    Router router = router(ClientSettings.builder().policy("Random").build());
    Map<Location, Integer> counts = new HashMap<>();
    for (int i = 0; i < 3_000; i++) {
      counts.merge(router.next(stateless("Echo"), NONE), 1, Integer::sum);
    }
    assertThat(counts.values()).hasSize(3).allMatch(count -> count > 800 && count < 1_200);
  }

  @Test
  void shouldKeepToTheFirstAvailable() {
    Router router = router(ClientSettings.builder().policy("FirstAvailable").build());
    assertThat(router.next(stateless("Echo"), NONE)).isEqualTo(servers.get(0));
    aside.add(servers.get(0), Duration.ofSeconds(5));
    assertThat(router.next(stateless("Echo"), NONE)).isEqualTo(servers.get(1));
  }

  @Test
  void shouldPreferLocalServers() {
    view.update(
        servers.get(0),
        1,
        timing.nanos(),
        ProviderUrl.parse("host.invalid:1,127.0.0.1:2,127.0.0.1:3"));
    Router router = router(ClientSettings.builder().strategy("LocalPreference").build());
    Set<Location> chosen = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      chosen.add(router.next(stateless("Echo"), NONE));
    }
    assertThat(chosen)
        .containsExactlyInAnyOrderElementsOf(ProviderUrl.parse("127.0.0.1:2,127.0.0.1:3"));
    assertThat(router.next(stateless("Echo"), chosen)).isEqualTo(new Location("host.invalid", 1));
  }

  @Test
  void shouldKeepASessionWithTheServerThatAnsweredLast() {
    Router router = router(ClientSettings.defaults());
    for (Location server : servers) {
      router.bind("s", server);
      assertThat(router.next(session("s"), NONE)).isEqualTo(server);
    }
  }

  @Test
  void shouldFailOverInTheOrderInWhichBackupsAreChosen() {
    Router router = router(ClientSettings.defaults());
    Location owner = servers.get(1);
    router.bind("s", owner);
    List<String> order = new ArrayList<>();
    Set<Location> tried = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      Location next = router.next(session("s"), tried);
      tried.add(next);
      order.add(next.toString());
    }
    List<String> expected = new ArrayList<>(Rendezvous.rank("s", List.of("a:1", "c:3")));
    expected.add(0, "b:2");
    assertThat(order).isEqualTo(expected);
    assertThat(router.next(session("s"), tried)).isNull();
  }

  @Test
  void shouldRetryACreationWhereItsBackupIs() {
    Router router = router(ClientSettings.builder().policy("FirstAvailable").build());
    Call creation = new Call(Call.Kind.CREATION, "new", "Cart", "creation");
    assertThat(router.next(creation, NONE)).isEqualTo(servers.get(0));
    assertThat(router.next(creation, Set.of(servers.get(0))).toString())
        .isEqualTo(Rendezvous.rank("new", List.of("b:2", "c:3")).get(0));
  }

  @Test
  void shouldAskServersSetAsideLastAndAgainLater() {
    Router router = router(ClientSettings.builder().policy("FirstAvailable").build());
    aside.add(servers.get(0), Duration.ofSeconds(5));
    aside.add(servers.get(1), Duration.ofSeconds(5));
    assertThat(router.next(stateless("Echo"), NONE)).isEqualTo(servers.get(2));
    assertThat(router.next(stateless("Echo"), Set.of(servers.get(2)))).isEqualTo(servers.get(0));
    timing.pause(Duration.ofSeconds(6));
    assertThat(router.next(stateless("Echo"), NONE)).isEqualTo(servers.get(0));
  }

  @Test
  void shouldUseAJoinerAndAskADroppedServerOnlyAtTheVeryEnd() {
    Router router = router(ClientSettings.builder().policy("FirstAvailable").build());
    Location joiner = new Location("d", 4);
    view.update(servers.get(0), 1, timing.nanos(), List.of(joiner));
    assertThat(router.next(stateless("Echo"), NONE)).isEqualTo(joiner);
    assertThat(router.next(stateless("Echo"), Set.of(joiner))).isEqualTo(servers.get(0));
  }

  @Test
  void shouldNotKeepASessionWithAServerThatLeft() {
    Router router = router(ClientSettings.defaults());
    router.bind("s", servers.get(2));
    view.update(servers.get(0), 1, timing.nanos(), servers.subList(0, 2));
    assertThat(router.next(session("s"), NONE).toString())
        .isEqualTo(Rendezvous.rank("s", List.of("a:1", "b:2")).get(0));
  }

  @Test
  void shouldRefuseAPolicysChoiceThatIsNoServer() {
    Router router = router(ClientSettings.builder().policy(Stray.class.getName()).build());
    assertThatIllegalStateException()
        .isThrownBy(() -> router.next(stateless("Echo"), NONE))
        .withMessageContaining("chose nowhere:1");
  }

  /** A policy with a fault. */
  public static final class Stray implements Policy {
    /** For the settings. */
    public Stray() {}

    @Override
    public Location choose(List<Location> candidates) {
      return new Location("nowhere", 1);
    }
  }
}
