package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplicatedHashMapTest {
  private static final int ID = 20;
  private static final long WAIT = 30_000;

  private final TestGroup group = new TestGroup();

  @AfterEach
  void close() throws Exception {
    group.close();
  }

  private ReplicatedHashMap<String, Integer> member(String name) throws Exception {
    ReplicatedHashMap<String, Integer> map = new ReplicatedHashMap<>(group.session(name), ID);
    map.setTimeout(WAIT);
    map.session().join();
    map.start(WAIT);
    return map;
  }

  @Test
  void shouldShowAWriteAtAllMembersWhenItReturns() throws Exception {
    ReplicatedHashMap<String, Integer> a = member("a");
    ReplicatedHashMap<String, Integer> b = member("b");
    assertThat(a.put("cups", 3)).isNull();
    assertThat(b).containsEntry("cups", 3);
    assertThat(b.put("cups", 4)).isEqualTo(3);
    assertThat(a.get("cups")).isEqualTo(4);
    b.putAll(Map.of("plates", 1, "forks", 2));
    assertThat(a).containsOnlyKeys("cups", "plates", "forks").hasSize(3);
    assertThat(a.remove("plates")).isEqualTo(1);
    assertThat(b.remove("plates")).isNull();
    assertThat(b).isEqualTo(Map.of("cups", 4, "forks", 2));
    a.clear();
    assertThat(b).isEmpty();
  }

  @Test
  void shouldWriteOnConditionOnce() throws Exception {
    ReplicatedHashMap<String, Integer> a = member("a");
    ReplicatedHashMap<String, Integer> b = member("b");
    assertThat(a.putIfAbsent("x", 1)).isNull();
    assertThat(b.putIfAbsent("x", 2)).isEqualTo(1);
    assertThat(b.replace("x", 3)).isEqualTo(1);
    assertThat(b.replace("y", 3)).isNull();
    assertThat(a.replace("x", 1, 9)).isFalse();
    assertThat(a.replace("x", 3, 9)).isTrue();
    assertThat(b.remove("x", 3)).isFalse();
    assertThat(b.remove("x", 9)).isTrue();
    assertThat(a).isEmpty();
    assertThat(a.computeIfAbsent("z", String::length)).isEqualTo(1);
    assertThat(b.compute("z", (key, value) -> value + 1)).isEqualTo(2);
    assertThat(a.merge("z", 5, Integer::sum)).isEqualTo(7);
    assertThat(b.computeIfPresent("z", (key, value) -> null)).isNull();
    assertThat(a).isEmpty();
  }

  @Test
  void shouldLoseNoUpdateWhenAllMembersCountAtOnce() throws Exception {
    List<ReplicatedHashMap<String, Integer>> members =
        List.of(member("a"), member("b"), member("c"));
    List<Thread> threads = new ArrayList<>();
    for (ReplicatedHashMap<String, Integer> map : members) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 50; i++) {
                  map.merge("count", 1, Integer::sum);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (ReplicatedHashMap<String, Integer> map : members) {
      assertThat(map).containsEntry("count", 150);
    }
  }

  @Test
  void shouldReplaceEveryValueOnceACallWhenMembersReplaceAllAtOnce() throws Exception {
    ReplicatedHashMap<String, Integer> a = member("a");
    ReplicatedHashMap<String, Integer> b = member("b");
    a.putAll(Map.of("x", 0, "y", 100));
    b.setBlockingUpdates(false);
    Thread other = new Thread(() -> raiseAll(b));
    other.start();
    raiseAll(a);
    other.join();
    assertThat(a).isEqualTo(Map.of("x", 100, "y", 200));
    assertThat(b).isEqualTo(a);
  }

  private static void raiseAll(ReplicatedHashMap<String, Integer> map) {
    for (int i = 0; i < 50; i++) {
      map.replaceAll((key, value) -> value + 1);
    }
  }

  @Test
  void shouldBringLateJoinersIntoStepWhileOthersWrite() throws Exception {
    ReplicatedHashMap<String, Integer> a = member("a");
    a.setBlockingUpdates(false);
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; i < 3000; i++) {
                a.put("key" + i % 500, i);
                if (i % 100 == 0) {
                  int last = i;
                  await().until(() -> a.getOrDefault("key" + last % 500, -1) == last);
                }
              }
            });
    writer.start();
    ReplicatedHashMap<String, Integer> b = member("b");
    ReplicatedHashMap<String, Integer> c = member("c");
    writer.join();
    a.setBlockingUpdates(true);
    a.put("last", 0);
    assertThat(a).hasSize(501);
    assertThat(b).isEqualTo(a);
    assertThat(c).isEqualTo(a);
  }

  /** Writes down what it hears. */
  private static class Diary implements ReplicatedHashMap.Notification<String, Integer> {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    final List<String> lines() {
      return lines;
    }

    @Override
    public void entrySet(String key, Integer value) {
      lines.add(key + "=" + value);
    }

    @Override
    public void entryRemoved(String key) {
      lines.add("-" + key);
    }

    @Override
    public void viewChange(Membership view, List<SocketAddress> joined, List<SocketAddress> left) {
      lines.add("joined " + joined + " left " + left);
    }

    @Override
    public void contentsSet(Map<String, Integer> entries) {
      lines.add("set " + entries);
    }

    @Override
    public void contentsCleared() {
      lines.add("cleared");
    }
  }

  /** Fails with an error, as where a class is missing. */
  private static final class Broken implements ReplicatedHashMap.Notification<String, Integer> {
    @Override
    public void entrySet(String key, Integer value) {
      throw new NoClassDefFoundError("thrown by the test");
    }

    @Override
    public void entryRemoved(String key) {}

    @Override
    public void viewChange(Membership view, List<SocketAddress> joined, List<SocketAddress> left) {}

    @Override
    public void contentsSet(Map<String, Integer> entries) {}

    @Override
    public void contentsCleared() {}
  }

  @Test
  void shouldTellListenersWhoeverWrites() throws Exception {
    ReplicatedHashMap<String, Integer> a = member("a");
    a.put("old", 1);
    Diary diary = new Diary();
    ReplicatedHashMap<String, Integer> b = new ReplicatedHashMap<>(group.session("b"), ID);
    b.addNotifier(diary);
    b.session().join();
    b.start(WAIT);
    a.put("x", 1);
    a.putIfAbsent("x", 2);
    a.remove("x");
    a.remove("x");
    a.putAll(Map.of("y", 2));
    a.clear();
    assertThat(diary.lines().subList(1, diary.lines().size()))
        .containsExactly("set {old=1}", "x=1", "-x", "set {y=2}", "cleared");
    b.addNotifier(new Broken());
    Diary second = new Diary();
    b.addNotifier(second);
    a.put("z", 3);
    assertThat(second.lines()).containsExactly("z=3");
    assertThat(b.session().scheduler().failures()).as("of the broken one").isEqualTo(1);
    a.session().close();
    await().until(() -> diary.lines().contains("joined [] left [a]"));
    b.removeNotifier(diary);
    b.put("unheard", 1);
    assertThat(diary.lines()).doesNotContain("unheard=1");
  }

  @Test
  void shouldCarryOtherTypesByACodec() throws Exception {
    ValueCodec<StringBuilder> codec =
        new ValueCodec<>() {
          @Override
          public byte[] write(StringBuilder value) {
            return value.toString().getBytes(UTF_8);
          }

          @Override
          public StringBuilder read(byte[] bytes) {
            return new StringBuilder(new String(bytes, UTF_8));
          }
        };
    MarshalDataSession session = group.session("a");
    Map<String, StringBuilder> kept = new ConcurrentHashMap<>();
    var map =
        new ReplicatedHashMap<String, StringBuilder>(
            (ConcurrentHashMap<String, StringBuilder>) kept,
            session,
            ID,
            ValueCodec.simple(),
            codec);
    session.join();
    map.start(WAIT);
    map.put("x", new StringBuilder());
    assertThat(map.put("x", new StringBuilder("longer"))).isNotNull().isEmpty();
    assertThat(map.replace("x", new StringBuilder("longer"), new StringBuilder("y"))).isTrue();
    assertThat(kept.get("x").toString()).isEqualTo("y");
  }

  @Test
  void shouldRefuseWhatCannotBeWritten() throws Exception {
    var early = new ReplicatedHashMap<Object, Object>(group.session("a"), ID);
    assertThatThrownBy(() -> early.put("x", 1)).hasMessageContaining("call start()");
    early.session().join();
    early.start(WAIT);
    assertThatThrownBy(() -> early.put("x", null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> early.put(null, 1)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> early.put("x", List.of())).hasMessageContaining("cannot be sent");
    assertThatThrownBy(() -> early.put(new byte[1], 1)).hasMessageContaining("array");
    assertThatThrownBy(() -> early.entrySet().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    early.session().leave();
    assertThatThrownBy(() -> early.put("x", 1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldClearNothingThroughItsViews() throws Exception {
    ReplicatedHashMap<String, Integer> a = member("a");
    a.put("x", 1);
    for (Collection<?> view : List.of(a.keySet(), a.values(), a.entrySet())) {
      assertThatThrownBy(view::clear).isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> view.removeIf(any -> true))
          .isInstanceOf(UnsupportedOperationException.class);
    }
    assertThat(a.keySet()).containsExactly("x");
    assertThat(a.values()).containsExactly(1);
    assertThat(a).isEqualTo(Map.of("x", 1));
  }

  @Test
  void shouldGetItsEntriesWhenStartedWithoutATimeOut() throws Exception {
    ReplicatedHashMap<String, Integer> a = new ReplicatedHashMap<>(group.session("a"), ID);
    a.session().join();
    a.start(0);
    a.put("x", 1);
    ReplicatedHashMap<String, Integer> b = new ReplicatedHashMap<>(group.session("b"), ID);
    b.session().join();
    b.start(0);
    assertThat(b).isEqualTo(Map.of("x", 1));
    assertThatThrownBy(() -> b.start(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldGiveBackTheOtherServiceIdWhenOneIsTaken() throws Exception {
    try (TestGroup own = new TestGroup()) {
      MarshalDataSession session = own.session("taken");
      session.register(20, message -> {});
      assertThatThrownBy(() -> new ReplicatedHashMap<String, String>(session, 20))
          .isInstanceOf(IllegalStateException.class);
      session.register(21, message -> {}).close();
    }
  }

  @Test
  void shouldLoseNoOwnUpdateWhenWritesDoNotWait() throws Exception {
    ReplicatedHashMap<String, Integer> a = member("a");
    a.setBlockingUpdates(false);
    for (int i = 0; i < 1000; i++) {
      a.merge("count", 1, Integer::sum);
    }
    assertThat(a.get("count")).isEqualTo(1000);
    a.put("x", 1);
    assertThat(a.replace("x", 1, 2)).as("does not look at the local copy").isTrue();
    assertThat(a.putIfAbsent("x", 3)).isEqualTo(2);
    assertThat(a.remove("x", 2)).isTrue();
  }

  /** Three members, of which b and c were apart from a, and wrote something else. */
  private List<ReplicatedHashMap<String, Integer>> merged() throws Exception {
    ReplicatedHashMap<String, Integer> a = member("a");
    ReplicatedHashMap<String, Integer> b = member("b");
    ReplicatedHashMap<String, Integer> c = member("c");
    group.awaitMembers(3);
    group.network.partition(
        List.of(a.getLocalAddress()), List.of(b.getLocalAddress(), c.getLocalAddress()));
    await().until(() -> a.session().membership().getMembershipList().size() == 1);
    await().until(() -> b.session().membership().getMembershipList().size() == 2);
    a.put("x", 1);
    b.put("x", 2);
    group.network.heal();
    group.awaitMembers(3);
    return List.of(a, b, c);
  }

  @Test
  void shouldBeInStepAfterAMergeWhenThoseWhoGiveWayStartAgain() throws Exception {
    List<ReplicatedHashMap<String, Integer>> maps = merged();
    maps.get(1).start(WAIT);
    maps.get(2).start(WAIT);
    assertThat(maps).allSatisfy(map -> assertThat(map).isEqualTo(Map.of("x", 1)));
    ReplicatedHashMap<String, Integer> d = member("d");
    assertThat(d).isEqualTo(Map.of("x", 1));
  }

  @Test
  void shouldTellListenersOfEntriesThatAReceivedStateLacks() throws Exception {
    List<ReplicatedHashMap<String, Integer>> maps = merged();
    ReplicatedHashMap<String, Integer> c = maps.get(2);
    c.session().leave();
    ReplicatedHashMap<String, Integer> a = maps.get(0);
    a.put("y", 5);
    a.remove("x");
    Diary diary = new Diary();
    c.addNotifier(diary);
    c.session().join();
    c.start(WAIT);
    assertThat(diary.lines().subList(1, diary.lines().size())).containsExactly("-x", "set {y=5}");
  }

  @Test
  void shouldNotLetOneListenerChangeWhatTheNextIsTold() throws Exception {
    ReplicatedHashMap<String, Integer> a = member("a");
    a.addNotifier(
        new Diary() {
          @Override
          public void contentsSet(Map<String, Integer> entries) {
            entries.clear();
          }
        });
    Diary second = new Diary();
    a.addNotifier(second);
    a.putAll(Map.of("x", 1));
    assertThat(second.lines()).containsExactly("set {x=1}");
  }

  @Test
  void shouldRefuseWhatDependsOnEntriesThatGiveWay() throws Exception {
    List<ReplicatedHashMap<String, Integer>> maps = merged();
    ReplicatedHashMap<String, Integer> a = maps.get(0);
    ReplicatedHashMap<String, Integer> c = maps.get(2);
    a.put("lock", 1);
    c.put("free", 1);
    assertThatThrownBy(() -> c.replace("x", 2, 3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("call start()");
    assertThat(a.putIfAbsent("lock", 2)).isEqualTo(1);
    c.start(WAIT);
    assertThat(c.replace("x", 2, 3)).isFalse();
    assertThat(c.replace("x", 1, 3)).isTrue();
    assertThat(a).isEqualTo(Map.of("x", 3, "lock", 1, "free", 1));
  }

  @Test
  void shouldGetTheEntriesOfTheMemberThatIsAsked() throws Exception {
    List<ReplicatedHashMap<String, Integer>> maps = merged();
    maps.get(0).start(maps.get(2).getLocalAddress(), WAIT);
    maps.get(1).start(maps.get(2).getLocalAddress(), WAIT);
    assertThat(maps).allSatisfy(map -> assertThat(map).isEqualTo(Map.of("x", 2)));
  }

  private ReplicatedHashMap<SocketAddress, Integer> byAddress(String name) throws Exception {
    MarshalDataSession session = group.session(name);
    ReplicatedHashMap<SocketAddress, Integer> map =
        new ReplicatedHashMap<>(session, ID, session.addressCodec(), ValueCodec.simple());
    session.join();
    map.start(WAIT);
    return map;
  }

  @Test
  void shouldRemoveTheAddressOfAMemberThatHasLeft() throws Exception {
    ReplicatedHashMap<SocketAddress, Integer> a = byAddress("a");
    ReplicatedHashMap<SocketAddress, Integer> b = byAddress("b");
    SocketAddress gone = b.getLocalAddress();
    a.put(gone, 1);
    b.session().leave();
    group.awaitMembers(1);
    assertThat(a.replace(gone, 1, 2)).isTrue();
    assertThat(a.putIfAbsent(gone, 3)).isEqualTo(2);
    assertThat(a.keySet()).as("read while it was a member").containsExactly(gone);
    assertThat(a.remove(gone)).isEqualTo(2);
    assertThat(a).isEmpty();
    assertThat(a.get(gone)).isNull();
  }

  @Test
  void shouldFindTheAddressOfAMemberThatHadLeftBeforeItJoined() throws Exception {
    ReplicatedHashMap<SocketAddress, Integer> a = byAddress("a");
    ReplicatedHashMap<SocketAddress, Integer> b = byAddress("b");
    SocketAddress gone = b.getLocalAddress();
    SocketAddress[] addresses = {a.getLocalAddress(), gone};
    for (SocketAddress address : addresses) {
      a.put(address, 1);
    }
    b.session().leave();
    group.awaitMembers(1);
    ReplicatedHashMap<SocketAddress, Integer> c = byAddress("c");
    assertThat(c).hasSize(2).containsKeys(addresses);
    assertThat(c.get(gone)).isEqualTo(1);
    Map<?, ?> ofAnything = c;
    assertThat(ofAnything.get("no address")).isNull();
    SocketAddress stranger =
        c.keySet().stream().filter(key -> !key.equals(a.getLocalAddress())).findAny().orElseThrow();
    assertThat(a.get(stranger)).isEqualTo(1);
    a.putAll(Map.of(gone, 2));
    assertThat(c).hasSize(2).containsEntry(stranger, 2);
    c.remove(stranger);
    assertThat(a).isEqualTo(Map.of(a.getLocalAddress(), 1));
    assertThat(c).isEqualTo(a);
    assertThat(c.get(gone)).isNull();
  }

  @Test
  void shouldFindTheAddressOfAMemberThatHasLeftInAMapThatItWasGiven() throws Exception {
    MarshalDataSession session = group.session("a");
    MarshalDataSession other = group.session("b");
    other.join();
    SocketAddress gone = other.localAddress();
    ReplicatedHashMap<SocketAddress, Integer> map =
        new ReplicatedHashMap<>(
            new ConcurrentHashMap<>(Map.of(gone, 1)),
            session,
            ID,
            session.addressCodec(),
            ValueCodec.simple());
    other.leave();
    session.join();
    map.start(WAIT);
    assertThat(map.remove(gone)).isEqualTo(1);
    assertThat(map).isEmpty();
  }

  /** Map of a member alone, with x = 1, on a session that is altered from now on. */
  private ReplicatedHashMap<String, Integer> altered(UnaryOperator<MarshalDataSession> alteration)
      throws Exception {
    MarshalDataSession session = alteration.apply(group.session("a"));
    ReplicatedHashMap<String, Integer> map = new ReplicatedHashMap<>(session, ID);
    session.join();
    map.start(WAIT);
    map.put("x", 1);
    return map;
  }

  @Test
  void shouldTellWhatWasThereWhenItLeavesJustAfterTheAnswers() throws Exception {
    AtomicBoolean leaves = new AtomicBoolean();
    ReplicatedHashMap<String, Integer> a = altered(session -> leavingAfterAWait(session, leaves));
    leaves.set(true);
    assertThat(a.putIfAbsent("x", 2)).isEqualTo(1);
    assertThat(a.session().isJoined()).isFalse();
  }

  private static MarshalDataSession leavingAfterAWait(
      MarshalDataSession session, AtomicBoolean leaves) {
    Scheduler leaving =
        Altered.of(
            Scheduler.class,
            session.scheduler(),
            "get",
            answers -> {
              if (leaves.getAndSet(false)) {
                leave(session);
              }
              return answers;
            });
    return Altered.of(MarshalDataSession.class, session, "scheduler", live -> leaving);
  }

  private static void leave(MarshalDataSession session) {
    try {
      session.leave();
    } catch (GroupException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldNotTakeAWriteForDoneWhenItsOwnCopyDidNotAnswer() throws Exception {
    AtomicReference<UnaryOperator<Object>> address =
        new AtomicReference<>(UnaryOperator.identity());
    ReplicatedHashMap<String, Integer> a =
        altered(
            session ->
                Altered.of(
                    MarshalDataSession.class,
                    session,
                    "localAddress",
                    own -> address.get().apply(own)));
    address.set(own -> null);
    assertThatThrownBy(() -> a.putIfAbsent("x", 2))
        .isInstanceOf(ReplicationException.class)
        .hasMessageContaining("not in the group");
    address.set(own -> InetSocketAddress.createUnresolved("new", 1));
    assertThatThrownBy(() -> a.putIfAbsent("x", 2))
        .isInstanceOf(ReplicationException.class)
        .hasMessageContaining("new")
        .hasMessageContaining("it was not asked");
  }
}
