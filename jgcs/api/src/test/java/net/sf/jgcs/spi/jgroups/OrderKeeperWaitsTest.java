package net.sf.jgcs.spi.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three members that bring each other's messages at once, and one that says nothing. */
class OrderKeeperWaitsTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMillis(100);

  /** More than may be queued for a listener. */
  private static final int MANY = 3_000;

  private static final ByteBuffer CONTENT = ByteBuffer.allocate(1);

  private final Map<String, Member> members = new HashMap<>();

  private final class Member implements OrderKeeper.Engine<String, String> {
    private final String name;
    private final OrderKeeper<String, String> keeper;
    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final List<Integer> kinds = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final List<Runnable> underway = new CopyOnWriteArrayList<>();
    private boolean isMute;
    private boolean isFar;
    private boolean hasView;

    Member(String name) {
      this(name, PATIENCE);
    }

    Member(String name, Duration patience) {
      this.name = name;
      keeper = new OrderKeeper<>(this, patience);
      members.put(name, this);
    }

    void install(long view, String... all) {
      keeper.viewChanged(name, List.of(all), view, null, member -> 0);
      if (!hasView) {
        hasView = true;
        assertThat(keeper.keeps(() -> {})).as("keeps the first view").isFalse();
      }
    }

    void merge(long view, Set<String> part, String... all) {
      keeper.viewChanged(name, List.of(all), view, part, member -> 0);
    }

    void cast(String coordinator, long position) {
      keeper.cast(coordinator, position, CONTENT, coordinator + position);
    }

    @Override
    public void send(String member, int kind, byte[] content, boolean isMuch) {
      members.get(member).kinds.add(kind);
      if (!isMute) {
        members.get(member).keeper.received(name, kind, ByteBuffer.wrap(content));
      }
    }

    @Override
    public void cast(int kind, byte[] content) {
      underway.add(() -> bringToAll(kind, content));
      if (!isFar) {
        arrive();
      }
    }

    private void bringToAll(int kind, byte[] content) {
      members.values().forEach(to -> to.keeper.received(name, kind, ByteBuffer.wrap(content)));
    }

    void arrive() {
      underway.forEach(Runnable::run);
    }

    @Override
    public void inform(String text) {
      told.add(text);
    }

    @Override
    public void warn(String text) {
      warnings.add(text);
    }

    @Override
    public void deliver(String message) {
      delivered.add(message);
    }

    @Override
    public void deliver(ByteBuffer message) {
      delivered.add("given");
    }

    @Override
    public void acknowledge(ByteBuffer message) {}

    @Override
    public byte[] toBytes(String member) {
      byte[] bytes = new byte[16];
      bytes[0] = (byte) member.charAt(0);
      return bytes;
    }

    @Override
    public String fromBytes(byte[] bytes) {
      return String.valueOf((char) bytes[0]);
    }
  }

  private final Member a = new Member("a");
  private final Member b = new Member("b");
  private final Member c = new Member("c");
  private final OrderFrame<String> frames = new OrderFrame<>(a::toBytes, a::fromBytes);

  @BeforeEach
  void join() {
    a.install(1, "a", "b", "c");
    b.install(1, "a", "b", "c");
    c.install(1, "a", "b", "c");
    a.cast("a", 1);
    b.cast("a", 1);
  }

  @Test
  void shouldGiveWhatAMemberLacksBeforeTheNextCoordinatorCasts() throws Exception {
    b.install(2, "b", "c");
    c.install(2, "b", "c");
    assertThat(c.keeper.keeps(() -> c.delivered.add("view"))).isTrue();
    c.keeper.report();
    b.keeper.release(b.keeper.agree(() -> true));

    await().atMost(WAIT).until(() -> c.delivered.size() == 2);
    assertThat(c.delivered).containsExactly("given", "view");
    assertThat(b.warnings).isEmpty();
  }

  @Test
  void shouldTakeTheNextCoordinatorsMessagesHoweverMuchIsLacking() throws Exception {
    for (long position = 2; position <= MANY; position++) {
      b.cast("a", position);
    }
    b.install(2, "b", "c");
    c.install(2, "b", "c");
    assertThat(c.keeper.keeps(() -> c.delivered.add("view"))).isTrue();
    c.keeper.report();
    b.keeper.agree(() -> true);
    c.cast("b", 1);

    await().atMost(WAIT).until(() -> c.delivered.contains("b1"));
    assertThat(c.delivered).hasSize(MANY + 2).endsWith("given", "view", "b1");
    assertThat(c.warnings).isEmpty();
  }

  @Test
  void shouldGoOnWithoutAMemberThatDoesNotTellHowFarItCame() throws Exception {
    b.install(2, "b", "c");
    b.keeper.agree(() -> true);

    assertThat(b.warnings).singleElement().asString().contains("members have not told: [c]");
  }

  @Test
  void shouldHandUpTheViewWhenTheNewCoordinatorSaysNothing() {
    c.install(2, "b", "c");
    assertThat(c.keeper.keeps(() -> c.delivered.add("view"))).isTrue();

    await().atMost(WAIT).until(() -> c.delivered.contains("view"));
    assertThat(c.warnings).singleElement().asString().contains("new coordinator b");
  }

  @Test
  void shouldTellThoseThatLackNothingThatItStillWaitsForOthers() throws Exception {
    Member d = new Member("d", WAIT.dividedBy(10));
    d.install(2, "a", "d", "c");
    c.install(2, "a", "d", "c");
    d.install(3, "d", "c");
    c.install(3, "d", "c");
    Thread takingOver = new Thread(() -> agree(d));
    takingOver.start();

    await()
        .atMost(WAIT)
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> {
              c.send("d", OrderFrame.Kind.REPORT.code, frames.report(ofOldView()), false);
              assertThat(c.kinds).contains(OrderFrame.Kind.GOES_ON.code);
            });
    assertThat(d.warnings).isEmpty();
    c.keeper.report();
    takingOver.join(WAIT.toMillis());
    assertThat(takingOver.isAlive()).isFalse();
  }

  private static OrderFrame.Report<String> ofOldView() {
    return new OrderFrame.Report<>(1, List.of());
  }

  private static void agree(Member member) {
    try {
      member.keeper.agree(() -> true);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldKeepTheViewAsLongAsTheNewCoordinatorSaysThatItGoesOn() {
    Duration patience = PATIENCE.multipliedBy(20);
    Member d = new Member("d", patience);
    d.install(2, "a", "b", "d");
    b.install(2, "a", "b", "d");
    d.install(3, "b", "d");
    assertThat(d.keeper.keeps(() -> d.delivered.add("view"))).isTrue();

    await()
        .pollInterval(Duration.ofMillis(20))
        .during(patience.multipliedBy(9).dividedBy(4))
        .atMost(WAIT)
        .until(
            () -> {
              b.send("d", OrderFrame.Kind.GOES_ON.code, frames.empty(), false);
              return d.delivered.isEmpty();
            });
    await().atMost(WAIT).until(() -> d.delivered.contains("view"));
    assertThat(d.warnings).singleElement().asString().contains("new coordinator b");
  }

  @Test
  void shouldSayThatItLacksWhatComesTooLate() {
    c.install(2, "b", "c");
    c.cast("b", 1);
    b.send("c", OrderFrame.Kind.MESSAGE.code, frameOf("a", 1), true);

    assertThat(c.delivered).containsExactly("b1");
    assertThat(c.warnings).singleElement().asString().contains("let it join again");
  }

  @Test
  void shouldNotBeGivenWhatItMissedBehindWhatCameLater() {
    c.install(2, "b", "c");
    c.cast("b", 1);
    Member d = new Member("d");
    c.install(3, "b", "c", "d");
    d.install(3, "b", "c", "d");
    c.install(4, "d", "c");
    d.send("c", OrderFrame.Kind.MESSAGE.code, frameOf("a", 1), true);

    assertThat(c.delivered).containsExactly("b1");
    assertThat(c.warnings).singleElement().asString().contains("let it join again");
  }

  @Test
  void shouldNotBeGivenWhatAnotherPartDeliveredBeforeAMerge() throws Exception {
    a.cast("a", 2);
    b.install(2, "b", "c");
    c.install(2, "b", "c");
    a.merge(3, Set.of("a"), "b", "c", "a");
    b.merge(3, Set.of("b", "c"), "b", "c", "a");
    c.merge(3, Set.of("b", "c"), "b", "c", "a");
    c.install(4, "c", "a");
    a.install(4, "c", "a");
    a.keeper.report();
    c.keeper.agree(() -> true);

    c.keeper.deliverReady();
    assertThat(c.delivered).isEmpty();
    assertThat(c.warnings).isEmpty();
  }

  private byte[] frameOf(String coordinator, long position) {
    return frames.message(new OrderTail.Entry<>(coordinator, position, CONTENT));
  }

  @Test
  void shouldWaitForNobodyOfAnotherBuild() throws Exception {
    Member old = new Member("o");
    old.isMute = true;
    b.install(2, "a", "b", "o");
    b.install(3, "b", "o");
    b.keeper.agree(() -> true);
    assertThat(b.warnings).isEmpty();

    c.install(2, "o", "c");
    assertThat(c.keeper.keeps(() -> c.delivered.add("view"))).isTrue();
    await().atMost(WAIT).until(() -> c.delivered.contains("view"));
    assertThat(c.warnings).isEmpty();
  }

  @Test
  void shouldGoOnWithMessagesThoughAListenerTakesLongForAView() throws Exception {
    CountDownLatch heard = new CountDownLatch(1);
    c.install(2, "a", "c");
    assertThat(c.keeper.keeps(() -> awaitQuietly(heard))).isTrue();
    c.cast("a", 1);

    assertThat(c.delivered).containsExactly("a1");
    heard.countDown();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      boolean unused = latch.await(WAIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldTakeNothingMoreOfACoordinatorThatIsGone() {
    c.install(2, "b", "c");
    c.cast("a", 1);

    assertThat(c.delivered).isEmpty();
  }

  @Test
  void shouldTakeWhatTheCoordinatorOfItsOwnPartCastBeforeAMerge() {
    c.merge(2, Set.of("a", "c"), "b", "a", "c");
    c.cast("a", 1);
    c.cast("b", 1);

    assertThat(c.delivered).containsExactly("a1", "b1");
  }

  @Test
  void shouldTakeNothingOfThoseThatPutItOutWithoutItsHearingOfIt() {
    c.merge(3, Set.of("c"), "b", "a", "c");
    c.cast("a", 1);
    c.cast("b", 1);

    assertThat(c.delivered).containsExactly("b1");
  }

  @Test
  void shouldNotLackWhatItsCoordinatorCastWhileItWasPutOut() throws Exception {
    for (long position = 2; position <= 9; position++) {
      a.cast("a", position);
      b.cast("a", position);
    }
    c.keeper.viewChanged("c", List.of("a", "b", "c"), 3, Set.of("c"), member -> 9);
    a.merge(3, Set.of("a", "b"), "a", "b", "c");
    b.merge(3, Set.of("a", "b"), "a", "b", "c");
    b.install(4, "b", "c");
    c.install(4, "b", "c");
    c.keeper.report();
    b.keeper.release(b.keeper.agree(() -> true));

    c.keeper.deliverReady();
    assertThat(c.delivered).isEmpty();
    assertThat(b.warnings).isEmpty();
  }

  @Test
  void shouldTakeNothingThatTheCoordinatorOfAnotherPartCastBeforeAMerge() {
    Member d = new Member("d");
    d.install(1, "d");
    b.install(2, "b");
    b.merge(3, Set.of("b"), "b", "d");
    b.cast("d", 1);
    assertThat(b.delivered).containsExactly("a1");

    b.install(4, "d", "b");
    b.cast("d", 2);
    assertThat(b.delivered).containsExactly("a1", "d2");
  }

  @Test
  void shouldHoldWhatIsToBeCastInItsOrderUntilAllCameEquallyFar() throws Exception {
    assertThat(b.keeper.holds("before")).isFalse();
    b.install(2, "b", "c");
    assertThat(b.keeper.holds("first")).isTrue();
    long takeOver = b.keeper.agree(() -> true);
    b.keeper.release(takeOver);
    assertThat(b.keeper.holds("second")).as("behind the first").isTrue();

    assertThat(b.keeper.nextHeld(takeOver)).isEqualTo("first");
    assertThat(b.keeper.nextHeld(takeOver)).isEqualTo("second");
    assertThat(b.keeper.nextHeld(takeOver)).isNull();
    assertThat(b.keeper.holds("after")).isFalse();
  }

  @Test
  void shouldHoldNothingOnceItHasStopped() {
    b.keeper.stop();
    b.install(2, "b", "c");

    assertThat(b.keeper.holds("nobody would cast it")).isFalse();
  }

  @Test
  void shouldNotBeLetGoOnByWhatEndedForAnotherCoordinator() throws Exception {
    c.install(2, "b", "c");
    long following = c.keeper.agree(() -> true);
    c.install(3, "c");
    assertThat(c.keeper.holds("held")).isTrue();

    c.keeper.release(following);
    assertThat(c.keeper.nextHeld(following)).isNull();
    assertThat(c.keeper.holds("held as well")).isTrue();
  }

  @Test
  void shouldHandUpAViewOfItsOwnInItsPlaceAmongWhatItCasts() {
    Member d = new Member("d", WAIT);
    d.install(2, "d", "c");
    d.install(3, "d", "c", "b");
    assertThat(d.keeper.keeps(() -> d.delivered.add("view 3"))).isTrue();
    d.cast("d", 1);
    d.keeper.placed(3);
    d.cast("d", 2);

    await().atMost(WAIT).until(() -> d.delivered.size() == 3);
    assertThat(d.delivered).containsExactly("d1", "view 3", "d2");
    assertThat(d.told).isEmpty();
  }

  @Test
  void shouldHandUpAViewOfItsOwnSoonWhenNothingComesBack() {
    a.install(2, "a", "b");
    assertThat(a.keeper.keeps(() -> a.delivered.add("view 2"))).isTrue();

    await().atMost(WAIT).until(() -> a.delivered.contains("view 2"));
    assertThat(a.told)
        .singleElement()
        .asString()
        .contains("hands up its views up to 2 before messages");
    assertThat(a.keeper.isPlaced("c")).as("until the place of the view comes").isTrue();
    a.keeper.placed(2);
    a.cast("a", 2);
    await().atMost(WAIT).until(() -> a.delivered.size() == 3);
    assertThat(a.delivered).containsExactly("a1", "view 2", "a2");
    assertThat(a.keeper.isPlaced("c")).isFalse();
  }

  @Test
  void shouldHandUpViewsOfItsOwnBeforeAMerge() {
    Member d = new Member("d", WAIT);
    d.install(2, "d", "c");
    d.install(3, "d");
    assertThat(d.keeper.keeps(() -> d.delivered.add("view 3"))).isTrue();
    d.merge(4, Set.of("d"), "a", "b", "c", "d");
    assertThat(d.keeper.keeps(() -> d.delivered.add("view 4"))).isTrue();

    await().atMost(WAIT).until(() -> d.delivered.size() == 2);
    assertThat(d.delivered).containsExactly("view 3", "view 4");
  }

  @Test
  void shouldPlaceAViewThatComesWhileItTakesOverBehindTheTakeOver() throws Exception {
    Member d = new Member("d", WAIT);
    d.install(2, "a", "d", "c");
    d.install(3, "d", "c");
    assertThat(d.keeper.keeps(() -> d.delivered.add("view 3"))).isTrue();
    d.install(4, "d");
    assertThat(d.keeper.keeps(() -> d.delivered.add("view 4"))).isTrue();
    d.keeper.placed(3);
    assertThat(d.delivered).isEmpty();
    d.keeper.release(d.keeper.agree(() -> true));
    d.cast("d", 1);
    d.keeper.placed(4);

    await().atMost(WAIT).until(() -> d.delivered.size() == 3);
    assertThat(d.delivered).containsExactly("view 3", "d1", "view 4");
  }

  @Test
  void shouldLeaveWhenAllHaveWhatItCast() throws Exception {
    Member d = new Member("d", WAIT);
    d.install(2, "d", "c");
    c.install(2, "d", "c");
    d.isFar = true;
    Thread leaving = new Thread(() -> finish(d));
    leaving.start();
    await().atMost(WAIT).until(() -> leaving.getState() == Thread.State.TIMED_WAITING);

    d.arrive();
    leaving.join(WAIT.toMillis());
    assertThat(leaving.isAlive()).isFalse();
    assertThat(d.told).isEmpty();
  }

  @Test
  void shouldLeaveThoughAMemberStaysBehindAndSaySo() {
    c.isMute = true;
    finish(a);

    assertThat(a.told).singleElement().asString().contains("members lack").contains("[c]");
  }

  @Test
  void shouldLeaveAtOnceWhenNobodyCanAnswer() {
    Member alone = new Member("d", WAIT);
    alone.install(2, "d");
    finish(alone);

    assertThat(alone.underway).isEmpty();
    assertThat(alone.told).isEmpty();
  }

  private static void finish(Member member) {
    try {
      member.keeper.finish();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
