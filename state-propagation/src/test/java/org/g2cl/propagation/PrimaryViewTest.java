package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PrimaryViewTest {
  private static final SocketAddress A = member(1);
  private static final SocketAddress B = member(2);
  private static final SocketAddress NEW = member(3);
  private static final SocketAddress FOURTH = member(4);
  private static final SocketAddress FIFTH = member(5);
  private static final Duration SLOW = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(150);
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final Map<SocketAddress, PrimaryView> views = new ConcurrentHashMap<>();
  private final Set<SocketAddress> silent = ConcurrentHashMap.newKeySet();
  private final Set<SocketAddress> nameless = ConcurrentHashMap.newKeySet();
  private final Set<SocketAddress> twice = ConcurrentHashMap.newKeySet();
  private final Set<SocketAddress> slow = ConcurrentHashMap.newKeySet();
  private final Set<SocketAddress> untold = ConcurrentHashMap.newKeySet();
  private final Map<SocketAddress, Set<Frame.Floor>> heard = new ConcurrentHashMap<>();
  private final Map<SocketAddress, Set<Frame.Floor>> given = new ConcurrentHashMap<>();
  private final Queue<Question> asked = new ConcurrentLinkedQueue<>();

  /** What the next question fails by, or null. */
  private final AtomicReference<Error> failure = new AtomicReference<>();

  /** What the first member asked, for how long, and whether calls waited for it. */
  private record Question(SocketAddress member, Duration timeout, boolean callsWait) {}

  @AfterEach
  void close() {
    views.values().forEach(PrimaryView::close);
  }

  @Test
  void shouldWaitForANewMemberOnlyShortlyWhileCallsWaitAndAddItLater() {
    start(A, B);
    install(List.of(A, B));
    start(NEW);
    silent.add(NEW);
    asked.clear();

    install(List.of(A, B, NEW));

    assertThat(asked).filteredOn(Question::callsWait).isNotEmpty();
    assertThat(asked)
        .filteredOn(question -> question.member().equals(NEW) && question.callsWait())
        .extracting(Question::timeout)
        .allMatch(SHORT::equals);
    assertThat(asked)
        .filteredOn(question -> question.member().equals(B) && question.callsWait())
        .extracting(Question::timeout)
        .as("who was there before is waited for longer")
        .allMatch(timeout -> timeout.compareTo(SHORT) > 0);
    assertThat(views.get(A).isPart(NEW)).isFalse();

    silent.clear();
    await().atMost(LONGEST).until(() -> views.get(A).isPart(NEW));
    assertThat(asked)
        .filteredOn(question -> question.member().equals(NEW) && !question.callsWait())
        .extracting(Question::timeout)
        .as("nobody waits now")
        .anyMatch(timeout -> timeout.compareTo(SHORT) > 0);
  }

  /** As where memory is out just then: no other member forms it. */
  @Test
  void shouldFormAViewAfterAnErrorOnceItIsReminded() {
    checkThatAViewIsFormedAfter(new InternalError("meant by the test"));
  }

  @Test
  void shouldFormAViewAfterAnErrorOfALibrary() {
    checkThatAViewIsFormedAfter(new ServiceConfigurationError("meant by the test"));
  }

  private void checkThatAViewIsFormedAfter(Error error) {
    start(A, B);
    failure.set(error);
    onView(List.of(A, B));
    await().atMost(LONGEST).until(() -> failure.get() == null);

    await()
        .atMost(LONGEST)
        .until(
            () -> {
              views.get(A).remind();
              return views.get(A).isPrimary() && views.get(B).isPrimary();
            });
  }

  /** The silent one may go on with the other. */
  @Test
  void shouldNotGoOnAloneWhenTwoHadFormedTheViewWithoutOneThatWasSilent() {
    start(A, B, NEW);
    install(List.of(A, B, NEW));
    silent.add(NEW);
    install(List.of(A, B, NEW));
    assertThat(views.get(A).isPart(NEW)).isFalse();

    onView(List.of(B));

    await().atMost(LONGEST).until(() -> isRefused(B));
  }

  @Test
  void shouldGoOnAloneWhenTheOneThatWasSilentIsOutOfTheView() {
    start(A, B, NEW);
    install(List.of(A, B, NEW));
    silent.add(NEW);
    install(List.of(A, B, NEW));
    install(List.of(A, B));

    onView(List.of(B));

    await().atMost(LONGEST).until(() -> views.get(B).isPrimary());
  }

  @Test
  void shouldNotBeCountedByAnOwnerThatTheOthersHaveGoneOnWithout() {
    start(A, B, NEW);
    install(List.of(A, B, NEW));
    Frame.Floor floor = new Frame.Floor(new SessionId("s"), 1, new Stamp(1, 2), List.of());
    assertThat(views.get(B).note(floor, NEW)).isTrue();

    silent.add(NEW);
    install(List.of(A, B, NEW)); // the view is the same, and formed of those that answer
    assertThat(views.get(B).note(floor, A)).isTrue();
    assertThat(views.get(B).note(floor, NEW)).as("left out").isFalse();

    silent.clear();
    await().atMost(LONGEST).until(() -> views.get(B).note(floor, NEW));
  }

  /**
   * The one that knows of a change is lost right after it has told the first member, which is the
   * only one that hears that this view was formed.
   */
  @Test
  void shouldTellWhatWasToldWithAViewToThoseThatAViewChangeKeptFromIt() {
    start(A, B, NEW, FOURTH, FIFTH);
    install(List.of(A, B, NEW, FOURTH, FIFTH));
    Frame.Floor floor = new Frame.Floor(new SessionId("s"), 1, new Stamp(1, 2), List.of());
    assertThat(views.get(FOURTH).note(floor, FIFTH)).isTrue();
    untold.addAll(Set.of(B, NEW));
    onView(List.of(A, B, NEW, FOURTH));
    await().atMost(LONGEST).until(() -> heardOf(A).contains(floor));
    assertThat(heardOf(B)).isEmpty();

    untold.clear();
    install(List.of(A, B, NEW));

    assertThat(heardOf(B)).contains(floor);
    await().atMost(LONGEST).until(() -> heardOf(NEW).contains(floor));
  }

  /** An owner takes no word of what is newer, so it must not own any more by then. */
  @Test
  void shouldGiveUpWhatItOwnsBeforeItTakesWhatIsToldWithTheViewThatItMissed() {
    start(A, B, NEW);
    install(List.of(A, B, NEW));
    install(List.of(A, B));
    Frame.Floor floor = new Frame.Floor(new SessionId("s"), 1, new Stamp(2, 2), List.of());
    assertThat(views.get(B).note(floor, A)).isTrue();
    given.remove(NEW);

    install(List.of(A, B, NEW));

    await().atMost(LONGEST).until(() -> heardOf(NEW).contains(floor));
    assertThat(given.get(NEW)).as("what it had heard when it gave up").isEmpty();
  }

  @Test
  void shouldAgreeOnceMoreToWhatItIsAskedTwice() {
    twice.add(B);
    start(A, B);
    install(List.of(A, B));
    assertThat(views.get(A).isPart(B)).isTrue();
  }

  @Test
  void shouldNotAgreeWhenItHasAgreedToAnotherSinceItWasAsked() {
    start(A, B);
    install(List.of(A, B));
    long asked = views.get(B).onCensus().changes();

    assertThat(Verdict.of(attempt(1, asked))).isEqualTo(Verdict.ACK);
    assertThat(Verdict.of(attempt(2, asked))).isEqualTo(Verdict.STALE);
    assertThat(Verdict.of(attempt(2, asked + 1))).isEqualTo(Verdict.ACK);
  }

  @Test
  void shouldTellWithTheNextViewWhatWasNotToldWithTheLast() throws Exception {
    start(A, B);
    install(List.of(A, B));
    Frame.Floor told = new Frame.Floor(new SessionId("s"), 1, new Stamp(1, 2), List.of(7L));
    Frame.Floor untold = new Frame.Floor(new SessionId("t"), 1, new Stamp(1, 2), List.of(7L));
    assertThat(views.get(B).note(told, A)).isTrue();
    assertThat(views.get(B).note(untold, A)).isTrue();
    attempt(1, views.get(B).onCensus().changes());

    Frame.Formed formed = new Frame.Formed(next(1), 1, List.of(told));
    assertThat(views.get(B).onFormed(formed, A)).isEqualTo(Verdict.ACK);

    byte[] answer = attempt(1, views.get(B).onCensus().changes());
    assertThat(FrameCodec.floorsOf(answer)).containsExactly(untold);
  }

  /** As in a group that runs for long without a view change, whose sessions end. */
  @Test
  void shouldNotTellAllFloorsOfSessionsThatItsTableHasForgotten() throws Exception {
    start(A, B);
    install(List.of(A, B));
    SessionTable table = new SessionTable(Scheduler.live(), 8, views.get(B)::forgotten);
    int sessions = 20_100;
    for (int i = 0; i < sessions; i++) {
      SessionId session = new SessionId("s" + i);
      Frame.Floor floor = new Frame.Floor(session, 1, new Stamp(1, 2), List.of(7L));
      assertThat(table.<Boolean>with(session, entry -> views.get(B).note(floor, A))).isTrue();
      if (i > 0) {
        table.with(session, entry -> discarded(table, entry));
      }
    }

    byte[] answer = attempt(1, views.get(B).onCensus().changes());
    assertThat(FrameCodec.floorsOf(answer))
        .extracting(floor -> floor.session().value())
        .hasSize(20_001)
        .contains("s0", "s" + (sessions - 1))
        .doesNotContain("s1");
  }

  private static boolean discarded(SessionTable table, Entry entry) {
    table.discard(entry);
    return entry.isDiscarded();
  }

  /** Asks B to agree to a view that comes so many numbers after its last one. */
  private byte[] attempt(int further, long asked) {
    return views
        .get(B)
        .onAttempt(new Frame.Attempt(next(further), tokens(), false, List.of(0L, asked)), A);
  }

  private Formation next(int further) {
    Formation last = views.get(B).onCensus().last();
    return last.next(last.number() + further, tokens(), Set.of());
  }

  private List<Long> tokens() {
    return List.of(views.get(A).onCensus().token(), views.get(B).onCensus().token());
  }

  /** Both went on alone, and both views have one number. */
  @Test
  void shouldTellEachOtherAllWhenBothOfTwoWentOnApart() {
    start(A, B);
    install(List.of(A, B));
    views.get(A).onView(List.of(A), List.of());
    views.get(B).onView(List.of(B), List.of());
    await().atMost(LONGEST).until(() -> views.get(A).isPrimary() && views.get(B).isPrimary());
    Frame.Floor floor = new Frame.Floor(new SessionId("s"), 1, new Stamp(2, 2), List.of());
    heardOf(A).add(floor); // told with its own view
    given.clear();

    install(List.of(A, B));

    assertThat(heardOf(B)).contains(floor);
    assertThat(given).as("both may own the same").containsKeys(A, B);
  }

  /**
   * A member that was put out and let in again without seeing either has the same members in its
   * old view and the new one, whose frames may come before it.
   */
  @Test
  void shouldFormAViewAgainForAMemberThatAgreedToItBeforeItSawIt() {
    start(A, B);
    install(List.of(A, B));
    views.get(A).onView(List.of(A), List.of());
    await().atMost(LONGEST).until(() -> views.get(A).isPrimary());
    views.get(A).onView(List.of(A, B), List.of());
    await().atMost(LONGEST).until(() -> views.get(A).isPart(B) && views.get(A).isPrimary());

    views.get(B).onView(List.of(A, B), List.of());

    await().atMost(LONGEST).until(() -> views.get(B).isPrimary());
  }

  @Test
  void shouldAskAgainWhenTwoViewsCameAfterItHadAgreed() {
    start(A, B, NEW, FOURTH);
    install(List.of(A, B, NEW));
    List<SocketAddress> last = List.of(A, B, FOURTH);
    views.get(FOURTH).onView(last, List.of());
    views.get(A).onView(last, List.of());
    await().atMost(LONGEST).until(() -> views.get(A).isPrimary() && views.get(A).isPart(FOURTH));

    views.get(B).onView(List.of(A, B), List.of());
    views.get(B).onView(last, List.of());

    await()
        .atMost(LONGEST)
        .until(
            () -> {
              views.get(B).remind();
              return views.get(B).isPrimary();
            });
  }

  @Test
  void shouldFormItsFirstViewThoughAMembersNameBecameKnownLater() {
    start(A, B, NEW);
    silent.add(NEW);
    nameless.add(NEW);
    List<SocketAddress> all = List.of(A, B, NEW);
    views.get(B).onView(all, List.of());
    views.get(A).onView(all, List.of());
    await().atMost(LONGEST).until(() -> asked.stream().anyMatch(one -> one.member().equals(NEW)));

    nameless.clear();
    views.get(NEW).onView(all, List.of());
    silent.clear();

    await()
        .atMost(LONGEST)
        .until(
            () -> {
              views.get(A).remind();
              return views.get(A).isPrimary() && views.get(NEW).isPrimary();
            });
  }

  @Test
  void shouldBeginToFormAViewLaterWhenItCouldNotAtOnce() {
    PrimaryView view = view(A, refusingTheFirstTask());
    views.put(A, view);
    view.onView(List.of(A), List.of());
    assertThat(view.isPrimary()).isFalse();

    view.remind();

    await().atMost(LONGEST).until(view::isPrimary);
  }

  private static Scheduler refusingTheFirstTask() {
    Scheduler live = Scheduler.live();
    Scheduler.Worker worker = live.worker("test", 1);
    AtomicBoolean refused = new AtomicBoolean();
    Scheduler.Worker refusing =
        new Scheduler.Worker() {
          @Override
          public boolean offer(Runnable task) {
            return refused.getAndSet(true) && worker.offer(task);
          }

          @Override
          public void close() {
            worker.close();
          }
        };
    return (Scheduler)
        Proxy.newProxyInstance(
            Scheduler.class.getClassLoader(),
            new Class<?>[] {Scheduler.class},
            (proxy, method, arguments) ->
                method.getName().equals("worker") ? refusing : method.invoke(live, arguments));
  }

  /** Else its calls would wait, in place of being refused at once. */
  @Test
  void shouldTellAMinorityToAMemberThatSeesItsViewLater() throws Exception {
    start(A, B, NEW, FOURTH, FIFTH);
    install(List.of(A, B, NEW, FOURTH, FIFTH));

    views.get(A).onView(List.of(A, B), List.of());
    await().atMost(LONGEST).until(() -> isRefused(A));
    views.get(B).onView(List.of(A, B), List.of());

    await().atMost(LONGEST).until(() -> isRefused(B));
  }

  /** It knows of the group by hearsay only, and so do those to whom it says so. */
  @Test
  void shouldTellAMinorityOfAPrimaryViewThatNobodyInItHasBeenIn() throws Exception {
    start(A, B, NEW, FOURTH, FIFTH);
    install(List.of(A, B, NEW));
    for (List<SocketAddress> minority :
        List.of(List.of(A, FOURTH), List.of(FOURTH, FIFTH), List.of(FIFTH))) {
      onView(minority);
      for (SocketAddress member : minority) {
        await().atMost(LONGEST).until(() -> isRefused(member));
      }
    }
    views.get(FOURTH).close();
    start(FOURTH); // so that nobody is missing whom the fifth has seen

    onView(List.of(FIFTH, FOURTH));

    await().atMost(LONGEST).until(() -> isRefused(FIFTH) && isRefused(FOURTH));
  }

  @Test
  void shouldWarnWhenTheGroupHasMoreMembersThanItsConfiguredSize() {
    PrimaryView view = view(B, Scheduler.live(), PartitionRule.primaryOf(2));
    views.put(B, view);
    assertThat(loggedWhile(() -> view.onView(List.of(A, B), List.of())))
        .doesNotContain("g2cl.partition-size");

    assertThat(loggedWhile(() -> view.onView(List.of(A, B, NEW), List.of())))
        .contains("WARN", B + ": the group has 3 members, and g2cl.partition-size is 2")
        .contains("set it to 3 or more on all nodes, or leave it out");
  }

  /** As one that has so many floors to tell that they take seconds. */
  @Test
  void shouldWaitLongerForAMemberThatIsSlowToAgreeAndTellOnceOfIt() {
    start(A, B);
    slow.add(B);

    assertThat(loggedWhile(() -> install(List.of(A, B))))
        .containsOnlyOnce("no primary view in")
        .contains("WARN", A + ": no primary view in 3 tries, since " + B, "TimeoutException");
  }

  @Test
  void shouldTellOnceOfTwoMembersThatHaveOneName() {
    nameless.addAll(Set.of(A, B));
    start(A, B);
    assertThat(loggedWhile(() -> install(List.of(A, B))))
        .contains("ERROR", "members " + A + " and " + B + " have one name", "g2cl.location");
    assertThat(loggedWhile(() -> install(List.of(A, B)))).doesNotContain("have one name");
  }

  private static String loggedWhile(Runnable action) {
    var output = new ByteArrayOutputStream();
    PrintStream before = System.err;
    try (var recorder = new PrintStream(output, true, StandardCharsets.UTF_8)) {
      System.setErr(recorder);
      action.run();
    } finally {
      System.setErr(before);
    }
    return output.toString(StandardCharsets.UTF_8);
  }

  private boolean isRefused(SocketAddress member) throws PropagationException {
    try {
      views.get(member).await(new SessionId("s"), Scheduler.live().nanoTime());
      return false;
    } catch (MinorityException e) {
      return e.getMessage().contains("are not the majority");
    }
  }

  private static SocketAddress member(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Its first member sees it last: before its first view a member answers nobody. */
  private void install(List<SocketAddress> members) {
    onView(members);
    await().atMost(LONGEST).until(() -> views.get(A).isPrimary() && views.get(B).isPrimary());
  }

  private void onView(List<SocketAddress> members) {
    for (int i = members.size() - 1; i >= 0; i--) {
      views.get(members.get(i)).onView(members, List.of());
    }
  }

  private void start(SocketAddress... members) {
    for (SocketAddress member : members) {
      views.put(member, view(member, Scheduler.live()));
    }
  }

  private PrimaryView view(SocketAddress member, Scheduler scheduler) {
    return view(member, scheduler, PartitionRule.primary());
  }

  private PrimaryView view(SocketAddress member, Scheduler scheduler, PartitionRule rule) {
    return new PrimaryView(
        scheduler,
        new Link(member),
        rule,
        one -> nameless.contains(one) ? "not known" : one.toString(),
        () -> given.put(member, Set.copyOf(heardOf(member))),
        floors -> heardOf(member).addAll(floors),
        () -> List.copyOf(heardOf(member)));
  }

  private Set<Frame.Floor> heardOf(SocketAddress member) {
    return heard.computeIfAbsent(member, one -> ConcurrentHashMap.newKeySet());
  }

  /** Hands frames over at once; who is silent never answers, who is untold never hears "formed". */
  private final class Link extends StubLink {
    private final SocketAddress self;

    private Link(SocketAddress self) {
      super(self, List.of());
      this.self = self;
    }

    @Override
    public CompletableFuture<byte[]> askSurely(
        SocketAddress member, byte[] frame, Duration timeout) {
      asked.add(new Question(member, timeout, !views.get(self).isPrimary()));
      Error planted = failure.getAndSet(null);
      if (planted != null) {
        throw planted;
      }
      if (slow.contains(member) && isAttempt(frame) && timeout.compareTo(SLOW) < 0) {
        return CompletableFuture.failedFuture(new TimeoutException("meant by the test"));
      }
      boolean lost = untold.contains(member) && isFormed(frame);
      return lost || silent.contains(member)
          ? new CompletableFuture<byte[]>().orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
          : CompletableFuture.completedFuture(answer(member, frame));
    }

    private boolean isFormed(byte[] bytes) {
      return decode(bytes) instanceof Frame.Formed;
    }

    private boolean isAttempt(byte[] bytes) {
      return decode(bytes) instanceof Frame.Attempt;
    }

    private Frame decode(byte[] bytes) {
      try {
        return FrameCodec.decode(ByteBuffer.wrap(bytes));
      } catch (MalformedFrameException e) {
        throw new AssertionError(e);
      }
    }

    private byte[] answer(SocketAddress member, byte[] bytes) {
      PrimaryView view = views.get(member);
      try {
        Frame frame = FrameCodec.decode(ByteBuffer.wrap(bytes));
        if (frame instanceof Frame.Census) {
          return StandingCodec.encode(view.onCensus());
        } else if (frame instanceof Frame.Attempt attempt) {
          if (twice.contains(member)) {
            view.onAttempt(attempt, self);
          }
          return view.onAttempt(attempt, self);
        }
        return frame instanceof Frame.Minority minority
            ? view.onMinority(minority, self).bytes()
            : view.onFormed((Frame.Formed) frame, self).bytes();
      } catch (MalformedFrameException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void tell(Iterable<SocketAddress> members, byte[] frame) {
      assertThat(frame).isEqualTo(FrameCodec.encode(new Frame.Early()));
      members.forEach(member -> views.get(member).onEarly(self));
    }
  }
}
