package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.jgcs.GroupException;
import org.g2cl.Registration;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ow2.cmi.controller.server.DistributedObjectInfo;
import org.ow2.cmi.controller.server.filter.UniversalFilter;
import org.ow2.cmi.lb.data.PolicyData;
import org.ow2.cmi.reference.CMIReference;
import org.ow2.cmi.reference.ServerRef;
import org.ow2.util.pool.impl.PoolConfiguration;

class ClusterTreeTest {
  private static final String NAME = "ejb/shop/cart";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Members members = new Members();

  @AfterEach
  void stop() {
    System.clearProperty(ClassAllowList.SETTING);
    members.close();
  }

  private static DistributedObjectInfo info(String name, String policy) {
    return new DistributedObjectInfo(
        "cluster",
        true,
        name,
        "app.Home",
        "app.Remote",
        new PolicyData(policy, "strategy", new HashMap<>()),
        true,
        true,
        new HashSet<>(),
        new PoolConfiguration());
  }

  private static CMIReference reference(String name, int port) throws Exception {
    return new CMIReference(new ServerRef("jrmp", "rmi://127.0.0.1:" + port), name);
  }

  @Test
  void shouldDropReferencesOfDeadServerAndKeepWhatIsTheClusters() throws Exception {
    JonasGroup one = members.join();
    ClusterTree a = new ClusterTree(one);
    ClusterTree b = new ClusterTree(members.join());
    ServerRef server = new ServerRef("jrmp", "rmi://127.0.0.1:1");
    a.announceServer(server);
    a.addObject(NAME, info(NAME, "p"));
    a.addReference(reference(NAME, 1));
    b.addReference(reference(NAME, 2));
    a.setLoadFactor(server, 70);
    a.setDelay(123);
    a.setPoolToEmpty(NAME, true);
    a.addClient(UUID.randomUUID());
    a.addClient(UUID.randomUUID());
    b.addClient(UUID.randomUUID());
    byte[] archive = new byte[1_300_000];
    archive[1_299_999] = 7;
    a.addArchive("policies", archive);

    assertThat(b.objectNames()).containsExactly(NAME);
    assertThat(b.references(NAME)).hasSize(2);
    assertThat(b.references(NAME, "iiop")).isEmpty();
    assertThat(b.loadFactor(server)).contains(70);
    assertThat(b.clients()).isEqualTo(3);

    members.crash(one);

    await().atMost(PATIENCE).until(() -> b.references(NAME).size() == 1);
    await().atMost(PATIENCE).until(() -> b.loadFactor(server).isEmpty());
    ClusterTree c = new ClusterTree(members.join());
    await().atMost(PATIENCE).until(() -> c.objectNames().contains(NAME) && c.clients() == 3);
    assertThat(c.object(NAME).orElseThrow().getItfName()).isEqualTo("app.Home");
    assertThat(c.delay()).contains(123);
    assertThat(c.isPoolToEmpty(NAME)).isTrue();
    await().atMost(PATIENCE).until(() -> c.hasArchive("policies"));
  }

  @Test
  void shouldRemoveObjectWithItsLastReference() throws Exception {
    ClusterTree a = new ClusterTree(members.join());
    ClusterTree b = new ClusterTree(members.join());
    a.addObject(NAME, info(NAME, "p"));
    a.addReference(reference(NAME, 1));
    b.addReference(reference(NAME, 2));
    assertThat(a.removeReference(reference(NAME, 1))).isFalse();
    assertThat(b.removeReference(reference(NAME, 2))).isTrue();
    assertThat(a.object(NAME)).isEmpty();
    a.addObject(NAME, info(NAME, "q"));
    assertThat(b.object(NAME)).isPresent();
  }

  @Test
  void shouldAnnounceEntriesAgainAfterMerge() throws Exception {
    JonasGroup one = members.join();
    JonasGroup two = members.join();
    ClusterTree a = new ClusterTree(one);
    ClusterTree b = new ClusterTree(two);
    a.addObject(NAME, info(NAME, "p"));
    a.addReference(reference(NAME, 1));
    b.addReference(reference(NAME, 2));

    Members.network().partition(List.of(one.address()), List.of(two.address()));
    await().atMost(PATIENCE).until(() -> a.references(NAME).size() == 1);
    await().atMost(PATIENCE).until(() -> b.references(NAME).size() == 1);
    assertThat(b.object(NAME)).as("kept on the side that did not write it").isPresent();
    Members.network().heal();

    await().atMost(PATIENCE).until(() -> a.references(NAME).size() == 2);
    await().atMost(PATIENCE).until(() -> b.references(NAME).size() == 2);
  }

  @Test
  void shouldTellChangesOfObjectsAndArchives() {
    JonasGroup one = members.join();
    ClusterTree a = new ClusterTree(one);
    ClusterTree b = new ClusterTree(members.join());
    Map<String, byte[]> archives = new ConcurrentHashMap<>();
    List<String> policies = new CopyOnWriteArrayList<>();
    b.follow(
        new ClusterTree.Listener() {
          @Override
          public void objectChanged(DistributedObjectInfo before, DistributedObjectInfo now) {
            policies.add(
                (before == null ? "" : before.getPolicyData().getPolicyType())
                    + ">"
                    + now.getPolicyData().getPolicyType());
          }

          @Override
          public void archiveAdded(String id, byte[] data) {
            archives.put(id, data);
          }

          @Override
          public void archiveRemoved(String id) {
            archives.remove(id);
          }
        });
    a.addObject(NAME, info(NAME, "p"));
    await().atMost(PATIENCE).until(() -> policies.contains(">p"));
    a.setObject(NAME, info(NAME, "q"));
    await().atMost(PATIENCE).until(() -> policies.contains("p>q"));
    a.addArchive("x/y", new byte[600_000]);
    await().atMost(PATIENCE).until(() -> archives.containsKey("x/y"));
    assertThat(archives.get("x/y")).hasSize(600_000);
    a.removeArchive("x/y");
    await().atMost(PATIENCE).until(archives::isEmpty);
  }

  @Test
  void shouldNotMixArchivesThatTwoServersShareUnderOneName() throws Exception {
    List<ClusterTree> trees = List.of(tree(), tree());
    ClusterTree reader = tree();
    Map<String, byte[]> archives = new ConcurrentHashMap<>();
    reader.follow(new ArchivesInto(archives));
    for (int round = 0; round < 10; round++) {
      String id = "policies" + round;
      List<Thread> servers = new ArrayList<>();
      for (int i = 0; i < trees.size(); i++) {
        byte[] data = new byte[1_100_000 + 600_000 * i];
        Arrays.fill(data, (byte) (i + 1));
        ClusterTree tree = trees.get(i);
        servers.add(new Thread(() -> tree.addArchive(id, data)));
      }
      servers.forEach(Thread::start);
      for (Thread server : servers) {
        server.join(PATIENCE.toMillis());
      }
      await().atMost(PATIENCE).until(() -> archives.containsKey(id));
      byte[] read = archives.get(id);
      assertThat(read).hasSize(1_100_000 + 600_000 * (read[0] - 1));
      assertThat(read).containsOnly(read[0]);
      trees.get(0).removeArchive(id);
    }
  }

  @Test
  void shouldGiveServersTheirLoadFactorsBackAfterTheOthersTookThemForGone() throws Exception {
    JonasGroup one = members.join();
    JonasGroup two = members.join();
    ClusterTree a = new ClusterTree(one);
    ClusterTree b = new ClusterTree(two);
    ServerRef own = new ServerRef("jrmp", "rmi://127.0.0.1:1");
    ServerRef setElsewhere = new ServerRef("jrmp", "rmi://127.0.0.1:2");
    ServerRef without = new ServerRef("jrmp", "rmi://127.0.0.1:3");
    for (ServerRef server : List.of(own, setElsewhere, without)) {
      a.announceServer(server);
    }
    a.setLoadFactor(own, 70);
    b.setLoadFactor(setElsewhere, 30);
    awaitTold(one, "cmi/fact/load-factor/127.0.0.1_2");

    byte[] removed = {};
    for (int port : new int[] {3, 2, 1}) {
      two.registry().rebind("cmi/fact/load-factor/127.0.0.1_" + port, removed);
    }
    for (ClusterTree tree : List.of(a, b)) {
      await().atMost(PATIENCE).until(() -> tree.loadFactor(own).equals(Optional.of(70)));
      await().atMost(PATIENCE).until(() -> tree.loadFactor(setElsewhere).equals(Optional.of(30)));
      assertThat(tree.loadFactor(without)).isEmpty();
    }

    Members.network().partition(List.of(one.address()), List.of(two.address()));
    await().atMost(PATIENCE).until(() -> b.loadFactor(own).isEmpty());
    Members.network().heal();
    for (ClusterTree tree : List.of(a, b)) {
      await().atMost(PATIENCE).until(() -> tree.loadFactor(own).equals(Optional.of(70)));
      await().atMost(PATIENCE).until(() -> tree.loadFactor(setElsewhere).equals(Optional.of(30)));
    }
  }

  /** Listeners are told in the order in which they came: when a new one knows, so do the others. */
  private static void awaitTold(JonasGroup member, String name) {
    Set<String> told = ConcurrentHashMap.newKeySet();
    RegistryListener last =
        new RegistryListener() {
          @Override
          public void entryAdded(RegistryEntry entry) {
            told.add(entry.name());
          }
        };
    Registration registration = member.registry().addListener(last);
    await().atMost(PATIENCE).until(() -> told.contains(name));
    registration.close();
  }

  @Test
  void shouldNameMissingPartsOfArchiveAndLoadItWhenTheyCome() throws Exception {
    JonasGroup one = members.join();
    ClusterTree reader = tree();
    Map<String, byte[]> archives = new ConcurrentHashMap<>();
    reader.follow(new ArchivesInto(archives));
    String parts = "cmi/fact/archive-part/" + new UUID(1, 2) + "/";
    try (LogLines log = new LogLines(TreeChanges.class)) {
      one.registry().rebind(parts + 1, new byte[] {2});
      one.registry()
          .rebind(
              "cmi/fact/archive/policies",
              (new UUID(1, 2) + " 3").getBytes(StandardCharsets.US_ASCII));
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(log.lines())
                      .singleElement()
                      .asString()
                      .contains("archive 'policies' of policies is not loaded")
                      .contains("of its 3 parts these are missing: [0, 2]"));
      one.registry().rebind(parts + 2, new byte[] {3});
      assertThat(archives).isEmpty();
      one.registry().rebind(parts + 0, new byte[] {1});
      await().atMost(PATIENCE).until(() -> archives.containsKey("policies"));
      assertThat(archives.get("policies")).containsExactly(1, 2, 3);
      assertThat(log.lines()).hasSize(1);
    }
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldSayThatAnArchiveCannotBeReadAndRemoveIt() throws Exception {
    JonasGroup one = members.join();
    ClusterTree reader = tree();
    Map<String, byte[]> archives = new ConcurrentHashMap<>();
    reader.follow(new ArchivesInto(archives));
    for (String broken : List.of("x", new UUID(1, 2) + " 2147483647", new UUID(1, 2) + " -1")) {
      try (LogLines log = new LogLines(TreeChanges.class)) {
        one.registry()
            .rebind("cmi/fact/archive/policies", broken.getBytes(StandardCharsets.US_ASCII));
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(log.lines())
                        .singleElement()
                        .asString()
                        .contains("'archive/policies' cannot be read")
                        .contains("do not say where the parts of an archive are"));
      }
      reader.removeArchive("policies");
      assertThat(reader.hasArchive("policies")).isFalse();
    }
    reader.addArchive("policies", new byte[] {7});
    await().atMost(PATIENCE).until(() -> archives.containsKey("policies"));
  }

  @Test
  void shouldShareWhatAdministratorsSet() throws Exception {
    System.setProperty(ClassAllowList.SETTING, SharedFilter.class.getName());
    JonasGroup dying = members.join();
    ClusterTree a = new ClusterTree(dying);
    ClusterTree b = tree();
    ServerRef server = new ServerRef("jrmp", "rmi://127.0.0.1:1");
    a.announceServer(server);
    ServerRef other = new ServerRef("jrmp", "rmi://127.0.0.1:2");
    b.announceServer(other);

    a.initDelay(5);
    b.initDelay(7);
    assertThat(b.delay()).as("of who was first").contains(5);
    a.setPoolToEmpty(NAME, true);
    assertThat(b.isPoolToEmpty(NAME)).isTrue();
    b.setPoolToEmpty(NAME, false);
    assertThat(a.isPoolToEmpty(NAME)).isFalse();

    a.addFilter(new SharedFilter());
    a.addFilter(new SharedFilter());
    assertThat(b.filters()).hasSize(1).first().isInstanceOf(SharedFilter.class);
    b.removeFilter(new SharedFilter());
    assertThat(a.filters()).isEmpty();
    assertThatThrownBy(() -> a.addFilter(new UnsharedFilter()))
        .hasMessageContaining("is not serializable; make it so");

    a.setBlackListed(other, true);
    assertThat(b.isBlackListed(other)).isTrue();
    a.setBlackListed(other, false);
    assertThat(b.isBlackListed(other)).isFalse();
    b.setBlackListed(server, true);
    members.crash(dying);
    await().atMost(PATIENCE).until(() -> !b.isBlackListed(server));
  }

  /** CMI adds a filter to the description that it was given, and then writes that. */
  @Test
  void shouldNotShowFiltersOfAnObjectThatAreNotWritten() {
    System.setProperty(ClassAllowList.SETTING, SharedFilter.class.getName());
    ClusterTree a = tree();
    ClusterTree b = tree();
    a.addObject(NAME, info(NAME, "p"));
    DistributedObjectInfo taken = a.object(NAME).orElseThrow();
    assertThat(taken).isEqualTo(info(NAME, "p"));
    taken.addFilter(new SharedFilter());
    assertThat(a.object(NAME).orElseThrow().getFilters()).isEmpty();
    a.setObject(NAME, taken);
    for (ClusterTree tree : List.of(a, b)) {
      DistributedObjectInfo written = tree.object(NAME).orElseThrow();
      assertThat(written.getFilters()).hasSize(1);
      written.removeFilter(tree.object(NAME).orElseThrow().getFilters().get(0));
      assertThat(written.getFilters()).as("the same filter, another list").isEmpty();
      assertThat(tree.object(NAME).orElseThrow().getFilters()).hasSize(1);
    }
  }

  @Test
  void shouldSayWhatToDoAboutAnObjectWithAFilterThatItCannotRead() {
    System.setProperty(ClassAllowList.SETTING, SharedFilter.class.getName());
    ClusterTree a = tree();
    System.clearProperty(ClassAllowList.SETTING);
    ClusterTree b = tree();
    DistributedObjectInfo filtered = info(NAME, "p");
    filtered.addFilter(new SharedFilter());
    a.addObject(NAME, filtered);
    assertThatThrownBy(() -> b.object(NAME))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot be read: " + SharedFilter.class.getName())
        .hasMessageContaining("on this server, and name them in g2cl.allowed-classes");
  }

  @Test
  void shouldGoOnWithoutFilterThatItCannotReadAndSayOnce() {
    System.setProperty(ClassAllowList.SETTING, SharedFilter.class.getName());
    ClusterTree a = tree();
    System.clearProperty(ClassAllowList.SETTING);
    ClusterTree b = tree();
    a.addFilter(new SharedFilter());
    try (LogLines log = new LogLines(GlobalFilters.class)) {
      assertThat(b.filters()).isEmpty();
      assertThat(b.filters()).isEmpty();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains(SharedFilter.class.getName())
          .contains("is left out here")
          .contains(ClassAllowList.SETTING);
    }
    assertThat(a.filters()).hasSize(1);
  }

  /** A filter that stays where it is. */
  static class UnsharedFilter extends UniversalFilter {
    @Override
    public List<CMIReference> choose(Collection<CMIReference> all) {
      return List.copyOf(all);
    }
  }

  static final class SharedFilter extends UnsharedFilter implements Serializable {
    private static final long serialVersionUID = 1;
  }

  private ClusterTree tree() {
    return new ClusterTree(members.join());
  }

  /** Archives that are there. */
  private record ArchivesInto(Map<String, byte[]> archives) implements ClusterTree.Listener {
    @Override
    public void objectChanged(DistributedObjectInfo before, DistributedObjectInfo now) {
      // not looked at
    }

    @Override
    public void archiveAdded(String id, byte[] data) {
      archives.put(id, data);
    }

    @Override
    public void archiveRemoved(String id) {
      archives.remove(id);
    }
  }

  /**
   * Also when it hears of nothing before all is gone, as on a slow machine.
   *
   * @param late whether it hears late
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldKeepNoValuesOfWhatIsGone(boolean late) throws Exception {
    JonasGroup staying = members.join();
    CountDownLatch heard = new CountDownLatch(late ? 1 : 0);
    hold(staying.registry(), heard);
    ClusterTree a = new ClusterTree(staying);
    JonasGroup dying = members.join();
    ClusterTree b = new ClusterTree(dying);
    for (int i = 1; i <= 20; i++) {
      String name = NAME + i;
      a.addObject(name, info(name, "p"));
      a.addReference(reference(name, i));
      b.addReference(reference(name, 100 + i));
      assertThat(a.references(name)).hasSize(2);
      assertThat(a.object(name)).isPresent();
    }
    assertThat(a.valuesKept()).isEqualTo(60);
    members.crash(dying);
    for (int i = 1; i <= 20; i++) {
      a.removeReference(reference(NAME + i, i));
    }
    heard.countDown();
    await().atMost(PATIENCE).until(() -> a.valuesKept() == 0);
  }

  @Test
  void shouldForgetWhatIsSetForServerThatDiesInTheMomentInWhichItCame() throws Exception {
    JonasGroup staying = members.join();
    CountDownLatch heard = new CountDownLatch(1);
    hold(staying.registry(), heard);
    ClusterTree a = new ClusterTree(staying);
    JonasGroup dying = members.join();
    ServerRef server = new ServerRef("jrmp", "rmi://127.0.0.1:1");
    new ClusterTree(dying).announceServer(server);
    a.setBlackListed(server, true);
    members.crash(dying);
    await()
        .atMost(PATIENCE)
        .until(() -> staying.registry().lookup("cmi/server/127.0.0.1_1").isEmpty());
    heard.countDown();
    await().atMost(PATIENCE).until(() -> !a.isBlackListed(server));
  }

  @Test
  void shouldKeepWhatServerSharedThatDiesBeforeOthersHeardOfIt() throws Exception {
    JonasGroup staying = members.join();
    CountDownLatch heard = new CountDownLatch(1);
    hold(staying.registry(), heard);
    ClusterTree a = new ClusterTree(staying);
    JonasGroup dying = members.join();
    ClusterTree b = new ClusterTree(dying);
    b.setDelay(5);
    b.setDelay(123);
    b.addArchive("policies", new byte[1_300_000]);
    members.crash(dying);
    await().atMost(PATIENCE).until(() -> a.delay().isEmpty());
    heard.countDown();
    await().atMost(PATIENCE).until(() -> a.hasArchive("policies"));
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(a.delay()).contains(123));
  }

  /** Lets a registry tell its listeners nothing before the latch is open. */
  private static void hold(Registry registry, CountDownLatch latch) throws Exception {
    registry.addListener(
        new RegistryListener() {
          @Override
          public void entryAdded(RegistryEntry entry) {
            try {
              latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        });
    registry.bind("held", "");
  }

  @Test
  void shouldLeaveNoPartsOfAnArchiveThatCouldNotBeShared() {
    Registry registry = members.join().registry();
    AtomicReference<String> failing = new AtomicReference<>("/1");
    ClusterTree tree = new ClusterTree(failingOnce(registry, failing), "a", () -> 0);
    assertThatThrownBy(() -> tree.addArchive("policies", new byte[1_300_000]))
        .hasMessageContaining("no answer");
    assertThat(failing).hasNullValue();
    assertThat(tree.hasArchive("policies")).isFalse();
    assertThat(registry.list("cmi/fact/archive-part"))
        .hasSize(1)
        .allMatch(part -> part.bytes().length == 0);
    tree.addArchive("policies", new byte[1_300_000]);
    assertThat(tree.hasArchive("policies")).isTrue();
  }

  /** Writes all names but the first one with that end, which is forgotten thereby. */
  private static Registry failingOnce(Registry registry, AtomicReference<String> failing) {
    return (Registry)
        Proxy.newProxyInstance(
            ClusterTreeTest.class.getClassLoader(),
            new Class<?>[] {Registry.class},
            (self, method, arguments) -> {
              String end = failing.get();
              if (end != null
                  && method.getName().equals("rebind")
                  && arguments[0].toString().endsWith(end)) {
                failing.set(null);
                throw new GroupException("no answer");
              }
              return method.invoke(registry, arguments);
            });
  }

  @Test
  void shouldCountClientOnceWhoseFirstTellingFailed() {
    Registry registry = members.join().registry();
    AtomicReference<Boolean> isWritten = new AtomicReference<>(); // null to write without failure
    Registry failing =
        (Registry)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Registry.class},
                (self, method, arguments) -> {
                  Boolean written =
                      method.getName().equals("rebind") ? isWritten.getAndSet(null) : null;
                  Object result =
                      Boolean.FALSE.equals(written) ? null : method.invoke(registry, arguments);
                  if (written != null) {
                    throw new GroupException("no answer");
                  }
                  return result;
                });
    ClusterTree tree = new ClusterTree(failing, "a", () -> 0);
    int count = 0;
    for (boolean written : new boolean[] {false, true}) {
      UUID client = UUID.randomUUID();
      isWritten.set(written);
      assertThatThrownBy(() -> tree.addClient(client)).hasMessageContaining("no answer");
      tree.addClient(client);
      tree.addClient(client);
      assertThat(tree.clients()).as("written at first: " + written).isEqualTo(++count);
    }
  }
}
