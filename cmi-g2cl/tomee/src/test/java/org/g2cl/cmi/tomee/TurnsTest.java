package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.g2cl.cmi.tomee.Turns.Refused;
import org.g2cl.propagation.RequestId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final String KEY = "cart";

  private static final byte[] REPLY = {7};
  private static final RequestId REQUEST = new RequestId("client-1");

  private final AtomicBoolean executing = new AtomicBoolean(true);
  private final Turns turns = new Turns(Optional.of(LONG), longest -> executing.get());
  private final Map<Integer, Turns.End> ends = new ConcurrentHashMap<>();
  private final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> callers = new ArrayList<>();

  /** Calls that do not leave by themselves. */
  private final Set<Integer> staying = ConcurrentHashMap.newKeySet();

  private Turns.Place first;

  @BeforeEach
  void occupy() throws Exception {
    first = CompletableFuture.supplyAsync(() -> turns.enter(KEY)).get(20, TimeUnit.SECONDS);
  }

  /** Begins a call that waits, notes its number when it is in, and leaves. */
  private void call(int number, Turns.Wait wait) {
    var caller =
        new Thread(
            () -> {
              try {
                end(number, wait, turns.enterInTurn(KEY, wait, LONG));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    callers.add(caller);
    caller.start();
    Awaitility.await("call " + number + " waits")
        .atMost(LONG)
        .until(() -> caller.getState() == Thread.State.TIMED_WAITING);
  }

  private void end(int number, Turns.Wait wait, Turns.End end) {
    ends.put(number, end);
    if (end instanceof Turns.Place place && !staying.contains(number)) {
      order.add(number);
      place.letIn();
      place.leave(wait.request().orElse(null), wait.request().map(request -> REPLY));
    }
  }

  private Turns.Wait begun() {
    return turns.begin(KEY, Optional.empty(), LONG);
  }

  private List<Integer> orderOfAll() throws InterruptedException {
    first.leave();
    for (Thread caller : callers) {
      caller.join(LONG.toMillis());
    }
    return order;
  }

  @Test
  void shouldLetCallsInInTheOrderInWhichTheyCame() throws Exception {
    for (int i = 0; i < 8; i++) {
      call(i, begun());
    }

    assertThat(orderOfAll()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void shouldLetACallInAtOnceOnlyWhereNoOtherIsOrWaits() throws Exception {
    assertThat(turns.enterUnlessTaken(KEY, Optional.of(REQUEST), LONG)).isNull();

    Turns.Place place = turns.enterUnlessTaken("free", Optional.of(REQUEST), LONG);
    assertThat(turns.begin("free", Optional.of(REQUEST), Duration.ZERO).left())
        .as("left of the first attempt's time")
        .isPositive();
    assertThat(turns.enterUnlessTaken("free", Optional.empty(), LONG)).isNull();

    place.letIn();
    place.leave(REQUEST, Optional.of(REPLY));
    assertThat(turns.enterUnlessTaken("free", Optional.empty(), LONG)).isNotNull();
  }

  @Test
  void shouldLetNoCallInWhoseThreadIsInterrupted() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> turns.enterUnlessTaken("free", Optional.empty(), LONG))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void shouldGiveACallThatComesAgainThePlaceThatItHad() throws Exception {
    Turns.Wait wait = turns.begin(KEY, Optional.of(REQUEST), LONG);
    assertThat(turns.enterInTurn(KEY, wait, Duration.ofMillis(1))).isEqualTo(Refused.TOO_LONG);
    turns.interrupt(KEY, wait);
    call(2, begun());

    call(1, turns.begin(KEY, Optional.of(REQUEST), LONG));

    assertThat(orderOfAll()).containsExactly(1, 2);
  }

  @Test
  void shouldForgetTheOldestPlacesOfManyCallsThatDoNotComeAgain() {
    List<Turns.Wait> waits = new ArrayList<>();
    for (int i = 0; i <= Turns.MOST_INTERRUPTED; i++) {
      Turns.Wait wait = turns.begin(KEY, Optional.of(new RequestId("client-" + i)), LONG);
      turns.interrupt(KEY, wait);
      waits.add(wait);
    }

    assertThat(turns.begin(KEY, waits.get(0).request(), LONG)).isNotEqualTo(waits.get(0));
    assertThat(turns.begin(KEY, waits.get(1).request(), LONG)).isEqualTo(waits.get(1));
  }

  @Test
  void shouldAnswerARequestThatWasExecutedWhileOthersWait() throws Exception {
    first.letIn();
    first.leave(REQUEST, Optional.of(REPLY));
    occupy();
    call(1, begun());

    assertAnswered(turns.enterInTurn(KEY, again(), LONG));
    assertThat(turns.enterInTurn("another", again(), LONG)).isInstanceOf(Turns.Place.class);
    assertThat(orderOfAll()).containsExactly(1);
  }

  private static void assertAnswered(Turns.End end) {
    assertThat(end)
        .isInstanceOfSatisfying(
            Turns.Answered.class, answered -> assertThat(answered.reply()).isEqualTo(REPLY));
  }

  private Turns.Wait again() {
    return turns.begin(KEY, Optional.of(REQUEST), LONG);
  }

  @Test
  void shouldAnswerARequestThatIsSentTwiceWhileItWaitsFromItsOneExecution() throws Exception {
    call(1, again());
    call(2, begun());

    call(3, again());

    assertThat(orderOfAll()).hasSize(2).containsOnlyOnce(2).endsWith(2);
    assertThat(List.of(ends.get(1), ends.get(3)))
        .as("one is executed, the other is answered, before what came later")
        .hasAtLeastOneElementOfType(Turns.Place.class)
        .anySatisfy(TurnsTest::assertAnswered);
  }

  @Test
  void shouldAnswerARequestThatWaitsBehindAnotherAsSoonAsItsReplyIsThere() {
    staying.add(1);
    call(1, begun());
    call(2, again());

    first.letIn();
    first.leave(REQUEST, Optional.of(REPLY));

    Awaitility.await("answered while the call before it goes on")
        .atMost(LONG.dividedBy(2))
        .untilAsserted(() -> assertAnswered(ends.get(2)));
    assertThat(ends.get(1)).isInstanceOf(Turns.Place.class);
  }

  @Test
  void shouldSendThoseThatWaitElsewhereAtOnceWhenTheServerIsToExecuteNothingMore()
      throws Exception {
    call(1, begun());
    call(2, begun());

    executing.set(false);
    turns.doubt();

    for (Thread caller : callers) {
      caller.join(LONG.toMillis());
    }
    assertThat(ends).containsOnly(entry(1, Refused.ELSEWHERE), entry(2, Refused.ELSEWHERE));
    assertThat(turns.enterInTurn(KEY, begun(), LONG))
        .as("who comes then")
        .isEqualTo(Refused.ELSEWHERE);
  }

  @Test
  void shouldKeepTheOrderWhenADoubtComesToNothing() throws Exception {
    for (int i = 0; i < 4; i++) {
      call(i, begun());
    }

    turns.doubt();

    assertThat(orderOfAll()).containsExactly(0, 1, 2, 3);
  }
}
