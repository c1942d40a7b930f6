package org.g2cl.registry;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import org.g2cl.MarshalDataSession;
import org.g2cl.Scheduler;
import org.g2cl.jgcs.local.LocalNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegistryTest {
  private static final Duration WAIT = Duration.ofSeconds(15);
  private static final int TIES = 8;

  private final LocalNetwork network = LocalNetwork.live();
  private final List<Node> nodes = new ArrayList<>();

  /** A member with its replica. */
  private final class Node {
    final Protocol protocol;
    final MarshalDataSession session;
    final Registry registry;
    final Tree tree;
    final Ownership mine;
    final Runnable announce;
    final Runnable tellOwner;

    Node(String name) throws Exception {
      protocol = network.factory(name).createProtocol();
      session = MarshalDataSession.open(protocol, Protocols.provider("local").group("test"));
      ReplicatedRegistry replica = ReplicatedRegistry.start(session);
      registry = replica;
      tree = replica.tree();
      mine = replica.mine();
      announce = replica::announceSoon;
      tellOwner = replica::tellOwnersSoon;
      nodes.add(this);
    }

    Node join() throws Exception {
      session.join();
      registry.awaitReady(WAIT);
      return this;
    }

    SocketAddress address() {
      return session.localAddress();
    }

    Map<String, Object> tree() {
      return registry.list("").stream().collect(toMap(RegistryEntry::name, RegistryEntry::value));
    }

    int members() {
      return session.membership().getMembershipList().size();
    }

    @Override
    public String toString() {
      return session + " " + registry.list("");
    }
  }

  @AfterEach
  void close() throws Exception {
    for (Node node : nodes) {
      node.registry.close();
      node.session.close();
      node.protocol.close();
    }
  }

  private Node join(String name) throws Exception {
    Node node = new Node(name).join();
    await().until(() -> nodes.stream().allMatch(n -> n.members() == nodes.size()));
    return node;
  }

  private static void awaitSame(Node expected, Node... others) {
    for (Node other : others) {
      await(expected + " against " + other)
          .until(() -> other.registry.list("").equals(expected.registry.list("")));
    }
  }

  @Test
  void shouldShowAWriteAtEveryMemberWhenItReturns() throws Exception {
    Node a = join("a");
    Node b = join("b");
    Node c = join("c");
    for (int i = 0; i < 50; i++) {
      a.registry.bind("ejb/cart/" + i, "at-a-" + i);
      assertThat(b.registry.lookup("ejb/cart/" + i).orElseThrow().string()).isEqualTo("at-a-" + i);
      assertThat(c.registry.lookup("ejb/cart/" + i).orElseThrow().owner()).isEqualTo(a.address());
    }
    assertThat(b.registry.unbind("ejb/cart/7")).isTrue();
    assertThat(b.registry.unbind("ejb/cart/7")).isFalse();
    assertThat(a.registry.lookup("ejb/cart/7")).isEmpty();
    c.registry.rebind("ejb/cart/8", new byte[] {8});
    assertThat(a.registry.lookup("ejb/cart/8").orElseThrow().bytes()).containsExactly(8);
    assertThat(a.registry.lookup("ejb/cart/8").orElseThrow().owner()).isEqualTo(c.address());
  }

  /** As where the state finds no memory just then. */
  @Test
  void shouldReceiveItsStateThoughThatFailsByAnErrorAtFirst() throws Exception {
    Node a = join("a");
    a.registry.bind("ejb/cart", "at-a");
    var failing = new AtomicBoolean(true);
    try (Protocol protocol = network.factory("b").createProtocol();
        MarshalDataSession session =
            MarshalDataSession.open(protocol, Protocols.provider("local").group("test"));
        Registry b = ReplicatedRegistry.start(failingAtFirst(session, failing))) {
      session.join();
      b.awaitReady(WAIT);
      assertThat(failing).isFalse();
      assertThat(b.lookup("ejb/cart").orElseThrow().string()).isEqualTo("at-a");
    }
  }

  /** As where there is no thread for the timer just then. */
  @Test
  void shouldCompareItsEntriesAgainThoughThatCouldNotBeAskedForOnce() throws Exception {
    Node a = join("a");
    var asked = new AtomicInteger();
    try (Protocol protocol = network.factory("b").createProtocol();
        MarshalDataSession session =
            MarshalDataSession.open(protocol, Protocols.provider("local").group("test"));
        Registry b = ReplicatedRegistry.start(failingToCompareAtFirst(session, asked))) {
      session.join();
      b.awaitReady(WAIT);
      await().atMost(WAIT).until(() -> asked.get() > 0);
      a.registry.bind("ejb/cart", "at-a"); // something comes
      await().atMost(WAIT).until(() -> asked.get() > 1);
    }
  }

  private static MarshalDataSession failingToCompareAtFirst(
      MarshalDataSession session, AtomicInteger asked) {
    Scheduler live = session.scheduler();
    Scheduler failing =
        fake(
            Scheduler.class,
            (method, arguments) -> {
              if (method.getName().equals("later")
                  && arguments[0].equals(Duration.ofSeconds(3))
                  && asked.incrementAndGet() == 1) {
                throw new OutOfMemoryError("no thread, as the test wants it");
              }
              return invoke(method, live, arguments);
            });
    return fake(
        MarshalDataSession.class,
        (method, arguments) ->
            method.getName().equals("scheduler") ? failing : invoke(method, session, arguments));
  }

  /** As where memory is out just then; a view is told once. */
  @Test
  void shouldDropWithTheNextViewWhatAnErrorHasKeptAtTheLast() throws Exception {
    join("a");
    Node b = join("b");
    var failing = new AtomicBoolean();
    try (Protocol protocol = network.factory("c").createProtocol();
        MarshalDataSession session =
            MarshalDataSession.open(protocol, Protocols.provider("local").group("test"));
        Registry c = ReplicatedRegistry.start(failingToTellOnce(session, failing))) {
      session.join();
      c.awaitReady(WAIT);
      List<String> known = new CopyOnWriteArrayList<>();
      c.addListener(
          new RegistryListener() {
            @Override
            public void entryAdded(RegistryEntry entry) {
              known.add(entry.name());
            }
          });
      b.registry.bind("b/1", "x");
      b.registry.bind("b/2", "y");
      await().atMost(WAIT).until(() -> known.size() == 2);
      failing.set(true);
      network.crash(b.address());
      await().atMost(WAIT).until(() -> !failing.get());
      new Node("d").join();
      await().atMost(WAIT).until(() -> c.list("").isEmpty());
    }
  }

  /** Session at which the first listener that is to be told then cannot be. */
  private static MarshalDataSession failingToTellOnce(
      MarshalDataSession session, AtomicBoolean failing) {
    Scheduler live = session.scheduler();
    Scheduler scheduler =
        fake(
            Scheduler.class,
            (method, arguments) -> {
              Object made = invoke(method, live, arguments);
              return made instanceof Scheduler.Worker worker ? failing(worker, failing) : made;
            });
    return fake(
        MarshalDataSession.class,
        (method, arguments) ->
            method.getName().equals("scheduler") ? scheduler : invoke(method, session, arguments));
  }

  private static Scheduler.Worker failing(Scheduler.Worker worker, AtomicBoolean failing) {
    return fake(
        Scheduler.Worker.class,
        (method, arguments) -> {
          if (method.getName().equals("offer")
              && arguments[0] instanceof Watcher
              && failing.compareAndSet(true, false)) {
            throw new AssertionError("meant by the test");
          }
          return invoke(method, worker, arguments);
        });
  }

  /** What a fake does when it is called. */
  @FunctionalInterface
  private interface Calls {
    Object call(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T fake(Class<T> type, Calls calls) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> calls.call(method, arguments)));
  }

  private static Object invoke(Method method, Object target, Object... arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** As with an engine that joins again by itself between two steps of a write. */
  @Test
  void shouldNotConfirmAWriteUnderTheNumberOfAMembershipThatHasEnded() throws Exception {
    Node a = join("a");
    var beforeSending = new AtomicReference<Runnable>();
    try (Protocol protocol = network.factory("b").createProtocol();
        MarshalDataSession session =
            MarshalDataSession.open(protocol, Protocols.provider("local").group("test"));
        ReplicatedRegistry b =
            ReplicatedRegistry.start(runningBeforeItSends(session, beforeSending))) {
      session.join();
      b.awaitReady(WAIT);
      beforeSending.set(b.mine()::renew);
      assertThatThrownBy(() -> b.rebind("ejb/cart", "old"))
          .isInstanceOf(GroupException.class)
          .hasMessageContaining("try again");

      b.rebind("ejb/cart", "new");
      RegistryEntry seen = a.registry.lookup("ejb/cart").orElseThrow();
      assertThat(seen.string()).isEqualTo("new");
      assertThat(seen.owner()).isEqualTo(session.localAddress());
    }
  }

  /** Runs that once, before the next message of this thread. */
  private static MarshalDataSession runningBeforeItSends(
      MarshalDataSession session, AtomicReference<Runnable> action) {
    Thread here = Thread.currentThread();
    return fake(
        MarshalDataSession.class,
        (method, arguments) -> {
          if (method.getName().equals("send") && Thread.currentThread() == here) {
            Optional.ofNullable(action.getAndSet(null)).ifPresent(Runnable::run);
          }
          return invoke(method, session, arguments);
        });
  }

  /** Fails once on the thread that works for the registry. */
  private static MarshalDataSession failingAtFirst(
      MarshalDataSession session, AtomicBoolean failing) {
    return (MarshalDataSession)
        Proxy.newProxyInstance(
            RegistryTest.class.getClassLoader(),
            new Class<?>[] {MarshalDataSession.class},
            (proxy, method, arguments) -> {
              if (Thread.currentThread().getName().equals("g2cl-registry")
                  && failing.getAndSet(false)) {
                throw new InternalError("meant by the test");
              }
              return method.invoke(session, arguments);
            });
  }

  @Test
  void shouldBeAwaitedAlsoByWhoBeganToWaitBeforeItWasPutOut() throws Exception {
    join("a").registry.bind("ejb/cart", "at-a");
    CountDownLatch hold = new CountDownLatch(1);
    try (Protocol protocol = network.factory("b").createProtocol();
        MarshalDataSession session =
            MarshalDataSession.open(protocol, Protocols.provider("local").group("test"));
        Registry b = ReplicatedRegistry.start(heldAtFirst(session, hold))) {
      session.join();
      FutureTask<Void> ready = new FutureTask<>(() -> awaitReady(b));
      Thread waiting = new Thread(ready);
      waiting.start();
      await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
      network.exclude(session.localAddress());
      await().until(() -> !session.isJoined());
      hold.countDown();
      session.join();
      ready.get(WAIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(b.lookup("ejb/cart").orElseThrow().string()).isEqualTo("at-a");
    }
  }

  private static Void awaitReady(Registry registry) throws Exception {
    registry.awaitReady(WAIT.multipliedBy(2));
    return null;
  }

  /** Does not let the registry see that it is in the group until that latch is open. */
  private static MarshalDataSession heldAtFirst(MarshalDataSession session, CountDownLatch hold) {
    return (MarshalDataSession)
        Proxy.newProxyInstance(
            RegistryTest.class.getClassLoader(),
            new Class<?>[] {MarshalDataSession.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("isJoined")
                  && Thread.currentThread().getName().equals("g2cl-registry")) {
                hold.await(WAIT.toSeconds(), TimeUnit.SECONDS);
              }
              return method.invoke(session, arguments);
            });
  }

  @Test
  void shouldRefuseATakenNameAtAllButOneWhenBoundAtOnce() throws Exception {
    Node a = join("a");
    Node b = join("b");
    Node c = join("c");
    List<String> bound = new CopyOnWriteArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (Node node : List.of(a, b, c)) {
      Thread thread = new Thread(() -> bindAll(node, bound));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(bound).hasSize(30).doesNotHaveDuplicates();
    awaitSame(a, b, c);
  }

  private static void bindAll(Node node, List<String> bound) {
    for (int i = 0; i < 30; i++) {
      try {
        node.registry.bind("n/" + i, node.address().toString());
        bound.add("n/" + i);
      } catch (NameAlreadyBoundException e) {
        assertThat(e).hasMessageContaining("n/" + i);
      } catch (GroupException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void shouldBeInStepWhenJoiningWhileOthersWrite() throws Exception {
    Node a = join("a");
    AtomicBoolean stop = new AtomicBoolean();
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    Thread writer = new Thread(() -> writeUntil(stop, a, failures));
    writer.start();
    await().until(() -> a.tree().size() > 20);
    Node b = join("b");
    await().until(() -> a.tree().size() > b.tree().size() / 2 + 60);
    Node c = join("c");
    stop.set(true);
    writer.join();
    assertThat(failures).isEmpty();
    awaitSame(a, b, c);
    assertThat(a.tree()).hasSizeGreaterThan(60);
  }

  private static void writeUntil(AtomicBoolean stop, Node node, List<Throwable> failures) {
    try {
      for (int i = 0; !stop.get(); i++) {
        node.registry.bind("k/" + i, i);
        if (i % 5 == 4) {
          node.registry.unbind("k/" + (i - 2));
        }
      }
    } catch (Exception e) {
      failures.add(e);
    }
  }

  @Test
  void shouldDropTheEntriesOfAMemberThatCrashes() throws Exception {
    Node a = join("a");
    Node b = join("b");
    Node c = join("c");
    a.registry.bind("a/1", "x");
    b.registry.bind("b/1", "y");
    c.registry.rebind("a/2", "z");
    List<String> known = new CopyOnWriteArrayList<>();
    List<String> told = new CopyOnWriteArrayList<>();
    a.registry.addListener(
        new RegistryListener() {
          @Override
          public void entryAdded(RegistryEntry entry) {
            known.add(entry.name());
          }

          @Override
          public void entryRemoved(RegistryEntry entry) {
            told.add(entry.name() + " of " + entry.owner());
          }
        });
    await("what is there is told").until(() -> known.contains("b/1"));
    network.crash(b.address());
    for (Node node : List.of(a, c)) {
      await(node.toString()).until(() -> node.tree().equals(Map.of("a/1", "x", "a/2", "z")));
    }
    await().untilAsserted(() -> assertThat(told).containsExactly("b/1 of b"));
    a.registry.bind("b/1", "free again");
  }

  @Test
  void shouldAnnounceEntriesAgainWhenPartitionsMerge() throws Exception {
    Node a = join("a");
    Node b = join("b");
    Node c = join("c");
    a.registry.bind("of/a", "1");
    b.registry.bind("of/b", "2");
    network.partition(List.of(a.address()), List.of(b.address(), c.address()));
    await(a.toString()).until(() -> a.tree().equals(Map.of("of/a", "1")));
    await(c.toString()).until(() -> c.tree().equals(Map.of("of/b", "2")));
    await().until(() -> b.members() == 2);
    a.registry.bind("new/of/a", "3");
    b.registry.unbind("of/b");
    c.registry.bind("both", "c");
    a.registry.bind("both", "a");
    network.heal();
    for (Node node : List.of(a, b, c)) {
      await(node.toString())
          .until(
              () ->
                  node.tree().size() == 3
                      && node.tree().keySet().containsAll(List.of("of/a", "new/of/a", "both")));
    }
    awaitSame(a, b, c);
  }

  @Test
  void shouldNotPutBackWhatAnAnnouncementBeatBeforeAMemberCrashed() throws Exception {
    Node a = join("a");
    Node c = join("c");
    c.registry.bind("of/c", "1");
    a.registry.bind("n", "2");
    Entry winner = new Entry("n", Values.write("3"), 99, 1_000);
    a.tree.merge(List.of(winner));
    a.mine.followAnnounced("n");
    assertThat(a.mine.putBack("n", winner.owner(), winner.version())).isTrue();
    network.crash(c.address());
    await().until(() -> a.registry.lookup("of/c").isEmpty());
    await().until(() -> !a.mine.putBack("n", winner.owner(), winner.version()));
  }

  /** As where an engine loses a message, or lets a member in again that noticed nothing. */
  @Test
  void shouldForgetWhatWasFreedThoughItMissedThat() throws Exception {
    Node a = join("a");
    Node b = join("b");
    for (String name : List.of("first", "middle", "stays", "last")) {
      a.registry.bind(name, "of a");
    }
    b.registry.bind("of/b", "2");
    List<Entry> before = b.tree.all();
    for (String name : List.of("first", "middle", "last")) {
      a.registry.unbind(name);
    }
    b.tree.merge(before);
    assertThat(b.tree()).as("as if it had missed that").hasSize(5);

    for (Node node : List.of(a, b)) {
      await(node.toString())
          .atMost(WAIT)
          .until(() -> node.tree().equals(Map.of("stays", "of a", "of/b", "2")));
    }
    List<Entry> last = b.tree.all();
    a.registry.unbind("stays");
    b.tree.merge(last);
    await(b.toString()).atMost(WAIT).until(() -> b.tree().equals(Map.of("of/b", "2")));
    b.registry.bind("stays", "free again");
    awaitSame(a, b);
  }

  @Test
  void shouldCountWritesAsTheOthersDoWhenItHasJoined() throws Exception {
    Node a = join("a");
    a.registry.bind("first", "1");
    for (int i = 0; i < 10; i++) {
      a.registry.bind("gone", "1");
      a.registry.unbind("gone");
    }
    Node b = join("b");
    a.registry.bind("of/a", "2");
    b.registry.bind("of/b", "3");
    for (String name : List.of("first", "of/a", "of/b")) {
      assertThat(b.tree.get(name)).matches(a.tree.get(name)::same);
    }
  }

  /**
   * As where an engine lost what was announced to one, with a view change: its answer is awaited.
   */
  @Test
  void shouldTellWhatAnotherLacksSoonThoughAnAnnouncementIsNotAnswered() throws Exception {
    Node a = join("a");
    a.registry.bind("of/a", "1");
    Node b = join("b");
    Node c = join("c");
    network.block(a.address(), c.address());
    b.tree.retain(owner -> false);
    a.announce.run();
    awaitSame(a, b);
    b.tree.retain(owner -> false);

    await(b.toString())
        .atMost(Duration.ofSeconds(9)) // a write would wait for ten
        .until(() -> b.tree().equals(Map.of("of/a", "1")));
  }

  /** As after a merge of parts that counted on their own. */
  @Test
  void shouldAgreeOnVersionsSoonThoughMembersDoNotCountAlike() throws Exception {
    Node a = join("a");
    Node b = join("b");
    for (int i = 0; i < 10; i++) {
      b.tree.unbind("nothing");
    }
    a.registry.bind("n", "1");
    assertThat(b.tree.get("n").version()).isNotEqualTo(a.tree.get("n").version());
    await(b.toString()).atMost(WAIT).until(() -> b.tree.get("n").same(a.tree.get("n")));
  }

  @Test
  void shouldLoseNothingThatIsBoundWhileOwnersAreToldWhatIsKnown() throws Exception {
    Node a = join("a");
    for (int i = 0; i < 100; i++) {
      a.registry.bind("gone", "1");
      a.registry.unbind("gone");
    }
    Node b = join("b");
    for (int i = 1; i < 200; i++) {
      a.registry.bind("n/" + i, "1");
      b.tellOwner.run();
      a.announce.run();
      if (i > 1) {
        a.registry.unbind("n/" + (i - 1));
      }
      assertThat(b.registry.lookup("n/" + i)).as("%d", i).isPresent();
      assertThat(a.registry.lookup("n/" + i)).as("%d", i).isPresent();
    }
    await(b.toString()).atMost(WAIT).until(() -> b.tree().keySet().equals(Set.of("n/199")));
    assertThat(a.tree()).isEqualTo(b.tree());
  }

  @Test
  void shouldHaveItsEntriesAgainWhenItLeavesAndJoins() throws Exception {
    Node a = join("a");
    Node b = join("b");
    b.registry.bind("of/b", "2");
    a.registry.bind("of/a", "1");
    b.session.leave();
    await().until(() -> a.tree().equals(Map.of("of/a", "1")));
    assertThat(b.registry.isReady()).isFalse();
    assertThat(b.tree()).isEmpty();
    b.join();
    for (Node node : List.of(a, b)) {
      await(node.toString()).until(() -> node.tree().equals(Map.of("of/a", "1", "of/b", "2")));
    }
    assertThat(a.registry.lookup("of/b").orElseThrow().owner()).isEqualTo(b.address());
  }

  @Test
  void shouldLeaveANameToWhoBoundItWhileItsOwnerWasOutOfTheGroup() throws Exception {
    for (int time = 1; time <= TIES; time++) { // of equal versions the higher number wins
      String name = "of/one" + time;
      Node a = join("a" + time);
      Node b = join("b" + time);
      b.registry.bind(name, "older");
      b.session.leave();
      await().until(() -> a.tree().isEmpty());
      a.registry.bind(name, "newer");
      b.join();
      awaitSame(a, b);
      assertThat(a.registry.lookup(name).orElseThrow().value()).isEqualTo("newer");
      b.registry.rebind(name, "newest");
      assertThat(a.tree()).containsEntry(name, "newest");
      close();
      nodes.clear();
    }
  }

  @Test
  void shouldTellListenersWhatChangedFromWhatTheyKnew() throws Exception {
    Node a = join("a");
    a.registry.bind("n", "1");
    List<String> told = new CopyOnWriteArrayList<>();
    a.registry.addListener(
        new RegistryListener() {
          @Override
          public void entryAdded(RegistryEntry entry) {
            told.add("+" + entry.value());
          }

          @Override
          public void entryUpdated(RegistryEntry before, RegistryEntry now) {
            told.add(before.value() + "->" + now.value());
          }

          @Override
          public void entryRemoved(RegistryEntry entry) {
            told.add("-" + entry.value());
          }
        });
    await().until(() -> told.equals(List.of("+1")));
    a.registry.rebind("n", "2");
    await().until(() -> told.equals(List.of("+1", "1->2")));
    a.registry.unbind("n");
    await().until(() -> told.equals(List.of("+1", "1->2", "-2")));
  }

  @Test
  void shouldTellASlowListenerWhatNamesHadLastThatAreFree() throws Exception {
    Node a = join("a");
    Node b = join("b");
    List<String> told = new CopyOnWriteArrayList<>();
    CountDownLatch go = new CountDownLatch(1);
    a.registry.addListener(
        new RegistryListener() {
          @Override
          public void entryAdded(RegistryEntry entry) {
            told.add("+" + entry);
            awaitGo(go);
          }

          @Override
          public void entryUpdated(RegistryEntry before, RegistryEntry now) {
            told.add(before.value() + "->" + now.value());
          }

          @Override
          public void entryRemoved(RegistryEntry entry) {
            told.add("-" + entry);
          }
        });
    b.registry.bind("slow", "1");
    await().until(() -> told.equals(List.of("+slow=1 of b")));
    told.clear();
    b.registry.rebind("slow", "2");
    b.registry.bind("freed", "3");
    b.registry.unbind("freed");
    b.registry.bind("crashed", "4");
    a.registry.bind("stays", "5");
    a.registry.unbind("stays");
    a.registry.bind("stays", "6");
    network.crash(b.address());
    await().until(() -> a.registry.lookup("crashed").isEmpty());
    go.countDown();
    await()
        .untilAsserted(
            () ->
                assertThat(told)
                    .containsSubsequence("1->2", "-slow=2 of b")
                    .containsSubsequence("+freed=3 of b", "-freed=3 of b")
                    .containsSubsequence("+crashed=4 of b", "-crashed=4 of b")
                    .contains("+stays=6 of a")
                    .hasSize(7));
  }

  private static void awaitGo(CountDownLatch go) {
    try {
      assertThat(go.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldListSubtreesInOrder() throws Exception {
    Node a = join("a");
    for (String name : List.of("ejb/b", "ejb", "ejbs", "ejb-x", "ejb/a/1", "web")) {
      a.registry.bind(name, name);
    }
    assertThat(a.registry.list("ejb"))
        .extracting(RegistryEntry::name)
        .containsExactly("ejb", "ejb/a/1", "ejb/b");
    assertThat(a.registry.list("")).hasSize(6);
    assertThat(a.registry.list("none")).isEmpty();
  }

  @Test
  void shouldSayWhatIsWrongWithNamesAndValues() throws Exception {
    Node a = join("a");
    for (String name : List.of("", "/a", "a/", "a//b", "x".repeat(1025))) {
      assertThatThrownBy(() -> a.registry.bind(name, "v"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("parts joined by single '/'");
    }
    assertThatThrownBy(() -> a.registry.bind("a", List.of()))
        .hasMessageContaining("use byte[], String or a boxed primitive");
    assertThatThrownBy(() -> a.registry.bind("a", new byte[2_000_000]))
        .hasMessageContaining("at most 1048576");
    Node b = new Node("b");
    assertThatThrownBy(() -> b.registry.bind("a", "v")).hasMessageContaining("awaitReady first");
    nodes.remove(b);
    b.registry.close();
    b.protocol.close();
  }
}
