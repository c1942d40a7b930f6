package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryLoopTest {
  private final List<Location> servers = ProviderUrl.parse("a:1,b:2");
  private final Location a = servers.get(0);
  private final Location b = servers.get(1);
  private final FakeTiming timing = new FakeTiming();
  private final SetAside aside = new SetAside(timing);
  private final ClientSettings settings = ClientSettings.builder().policy("FirstAvailable").build();
  private final ServerView view = new ServerView(servers, timing);
  private final Counters counters = new Counters();
  private final List<Location> asked = new ArrayList<>();
  private final Call call = new Call(Call.Kind.REPEATABLE, null, "Echo", "Echo.say");

  private final Call ofSession = new Call(Call.Kind.REPEATABLE, "talk-1", "Talk", "Talk.say");

  private final Health health =
      new Health() {
        @Override
        public void answered(Location server) {
          aside.remove(server);
        }

        @Override
        public void failed(Location server, IOException reason) {
          aside.add(server, settings.setAside());
        }

        @Override
        public void failedOver(Location from, Location to) {}
      };

  private final RetryLoop loop =
      new RetryLoop(settings, new Router(settings, view, aside), health, counters, timing);

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  /** What comes of an attempt with that longest silence. */
  @FunctionalInterface
  private interface Script {
    Answer attempt(Location server, Duration timeout) throws IOException;
  }

  private void run(Call what, Script script) throws RemoteException {
    loop.run(
        what,
        (server, timeout) -> {
          asked.add(server);
          return script.attempt(server, timeout.get());
        });
  }

  @Test
  void shouldAskTheNextServerWhenOneDoesNotAnswer() throws Exception {
    run(call, (server, timeout) -> answerOrThrow(server.equals(b), new IOException("broken")));
    assertThat(asked).containsExactly(a, b);
    assertThat(counters.failovers.sum()).isOne();
    assertThat(counters.retries.sum()).isOne();
    assertThat(aside.now()).containsExactly(a);
  }

  @Test
  void shouldAskTheNextServerWhenOneSendsUsElsewhereWithoutSettingItAside() throws Exception {
    run(call, (server, timeout) -> server.equals(b) ? Answer.FINAL : Answer.ELSEWHERE);
    assertThat(asked).containsExactly(a, b);
    assertThat(aside.now()).isEmpty();
  }

  @Test
  void shouldGiveTheCallerTheAnswerThatTheSessionIsBusyWhenTheRequestWasNotSentBefore()
      throws Exception {
    run(ofSession, (server, timeout) -> Answer.BUSY);
    assertThat(asked).hasSize(1);
  }

  /** It may have been executed, and its answer stored: "try again" would be wrong. */
  @Test
  void shouldAskTheBusyServerAgainWhenAnotherHasNotAnsweredTheRequest() throws Exception {
    run(ofSession, (server, timeout) -> busyAfter(new IOException("broken")));
    assertThat(asked).hasSize(5);
    assertThat(asked.subList(1, 5)).containsOnly(other(asked.get(0)));
  }

  @Test
  void shouldAskTheBusyServerAgainWhenAnotherHasSentTheRequestElsewhere() throws Exception {
    run(ofSession, (server, timeout) -> asked.size() == 1 ? Answer.ELSEWHERE : busyAfter(null));
    assertThat(asked).hasSize(5);
    assertThat(asked.subList(1, 5)).containsOnly(other(asked.get(0)));
  }

  /** A server that got it twice executes the first copy, and is gone before it answers. */
  @Test
  void shouldAskTheBusyServerAgainWhenAnotherThatIsGoneHadGotTheRequestTwice() throws Exception {
    loop.run(
        ofSession,
        new Transport() {
          @Override
          public Answer attempt(Location server, Supplier<Duration> timeout) throws IOException {
            asked.add(server);
            if (asked.size() == 2) {
              throw new NotSentException("refused", null);
            }
            Answer late = asked.size() < 5 ? Answer.BUSY : Answer.FINAL;
            return asked.size() == 1 ? Answer.EXECUTING : late;
          }

          @Override
          public boolean sentTwice() {
            return asked.size() == 1;
          }
        });
    assertThat(asked).hasSize(5);
    assertThat(asked.subList(2, 5)).containsOnly(other(asked.get(0)));
  }

  /** And then refuses the login, since it was started anew meanwhile. */
  @Test
  void shouldAskTheBusyServerAgainWhenAnotherThatLetsNobodyInHadGotTheRequestTwice()
      throws Exception {
    loop.run(
        ofSession,
        new Transport() {
          @Override
          public Answer attempt(Location server, Supplier<Duration> timeout) throws IOException {
            asked.add(server);
            if (asked.size() == 1) {
              throw refusal();
            }
            return asked.size() < 5 ? Answer.BUSY : Answer.FINAL;
          }

          @Override
          public boolean sentTwice() {
            return asked.size() == 1;
          }
        });
    assertThat(asked).hasSize(5);
  }

  @Test
  void shouldGiveTheCallerTheAnswerThatTheSessionIsBusyWhenNoServerCouldBeReachedBefore()
      throws Exception {
    run(ofSession, (server, timeout) -> busyAfter(new NotSentException("refused", null)));
    assertThat(asked).hasSize(2);
  }

  /** A failure, three times that the session is busy, then the answer. */
  private Answer busyAfter(IOException failure) throws IOException {
    if (asked.size() == 1) {
      throw failure;
    }
    return asked.size() < 5 ? Answer.BUSY : Answer.FINAL;
  }

  private Location other(Location server) {
    return server.equals(a) ? b : a;
  }

  @Test
  void shouldBeginAnotherRoundAfterAPause() throws Exception {
    run(call, (server, timeout) -> answerOrThrow(asked.size() == 5, new IOException("broken")));
    assertThat(asked).containsExactly(a, b, a, b, a);
    assertThat(timing.nanos()).isGreaterThan(Duration.ofMillis(20).toNanos());
  }

  @Test
  void shouldGiveUpAtTheDeadlineAndSayWhomItAskedHowLongAndWhatToDo() {
    assertThatExceptionOfType(NoServerException.class)
        .isThrownBy(
            () ->
                run(
                    call,
                    (server, timeout) -> {
                      throw new NotSentException("cannot connect: refused", null);
                    }))
        .withMessageContaining("no server answered Echo.say within PT30S")
        .withMessageContaining("a:1=cannot connect: refused")
        .withMessageContaining("b:2=cannot connect: refused")
        .withMessageContaining("g2cl.client.deadline");
    assertThat(timing.nanos()).isBetween(seconds(29), seconds(30));
    assertThat(counters.failures.sum()).isOne();
  }

  @Test
  void shouldNotWaitLongerForOneServerThanTheDeadlineLeaves() {
    List<Duration> timeouts = new ArrayList<>();
    assertThatExceptionOfType(NoServerException.class)
        .isThrownBy(
            () ->
                run(
                    call,
                    (server, timeout) -> {
                      timeouts.add(timeout);
                      timing.pause(timeout);
                      throw new IOException("silent");
                    }));
    assertThat(timeouts).hasSize(2);
    assertThat(timeouts.get(0)).isEqualTo(Duration.ofSeconds(15));
    assertThat(timeouts.get(1)).isBetween(Duration.ofSeconds(14), Duration.ofSeconds(15));
    assertThat(timing.nanos()).isLessThanOrEqualTo(seconds(30) + 1);
  }

  /** As when it has waited for a connection. */
  @Test
  void shouldGiveAnAttemptThatHasWaitedTheWholeReadTimeOutWhereTheDeadlineLeavesIt()
      throws Exception {
    List<Duration> timeouts = new ArrayList<>();
    loop.run(
        call,
        (server, timeout) -> {
          for (int i = 0; i < 3; i++) {
            timeouts.add(timeout.get());
            timing.pause(Duration.ofSeconds(10));
          }
          return Answer.FINAL;
        });
    assertThat(timeouts)
        .containsExactly(Duration.ofSeconds(15), Duration.ofSeconds(15), Duration.ofSeconds(10));
  }

  @Test
  void shouldNotSetAServerAsideThatTheDeadlineLeftNoTimeToConnect() {
    assertThatExceptionOfType(NoServerException.class)
        .isThrownBy(
            () ->
                run(
                    call,
                    (server, timeout) -> {
                      timing.pause(Duration.ofSeconds(31));
                      throw NotSentException.hurried(new NotSentException("timed out", null));
                    }))
        .withMessageContaining("timed out");
    assertThat(aside.now()).isEmpty();
  }

  @Test
  void shouldSetASilentServerAsideOnlyAfterTheWholeReadTimeOut() {
    List<List<Location>> asideAfter = new ArrayList<>();
    assertThatExceptionOfType(NoServerException.class)
        .isThrownBy(
            () ->
                run(
                    call,
                    (server, timeout) -> {
                      asideAfter.add(aside.now());
                      timing.pause(
                          timeout.compareTo(Duration.ofSeconds(15)) == 0
                              ? timeout.plusSeconds(1)
                              : timeout);
                      throw new SilentServerException(timeout, null);
                    }));
    assertThat(asideAfter).containsExactly(List.of(), List.of(a));
    assertThat(aside.now()).as("b had 14 s only").doesNotContain(b);
  }

  @Test
  void shouldNotRepeatWhatNobodyWouldRecognize() {
    Call once = new Call(Call.Kind.ONCE, null, "login", "login");
    assertThatExceptionOfType(RemoteException.class)
        .isThrownBy(
            () ->
                run(
                    once,
                    (server, timeout) -> {
                      throw new IOException("broken");
                    }))
        .withMessageContaining("login may have been executed on [a:1]");
    assertThat(asked).containsExactly(a);
  }

  @Test
  void shouldRepeatEvenThatWhenItWasNotSent() throws Exception {
    Call once = new Call(Call.Kind.ONCE, null, "login", "login");
    run(
        once,
        (server, timeout) ->
            answerOrThrow(server.equals(b), new NotSentException("refused", null)));
    assertThat(asked).containsExactly(a, b);
  }

  @Test
  void shouldNotRepeatWhenThatIsUseless() {
    assertThatExceptionOfType(RemoteException.class)
        .isThrownBy(
            () ->
                run(
                    call,
                    (server, timeout) -> {
                      throw new RemoteException("not serializable");
                    }))
        .withMessageContaining("not serializable");
    assertThat(asked).containsExactly(a);
  }

  @Test
  void shouldAskTheNextServerWhenOneRefusesTheLoginWithoutSettingItAside() throws Exception {
    run(call, (server, timeout) -> answerOrThrow(server.equals(b), refusal()));
    assertThat(asked).containsExactly(a, b);
    assertThat(aside.now()).isEmpty();
  }

  @Test
  void shouldGiveUpAtOnceAndNameTheRefusalsWhenAllServersRefuseTheLogin() {
    assertThatExceptionOfType(RemoteException.class)
        .isThrownBy(() -> run(call, (server, timeout) -> answerOrThrow(false, refusal())))
        .withMessageContaining("Echo.say")
        .withMessageContaining("a:1=refuses the login of 'anna'")
        .withMessageContaining("b:2=refuses the login of 'anna'")
        .withRootCauseInstanceOf(SecurityException.class);
    assertThat(asked).containsExactly(a, b);
  }

  @Test
  void shouldNotWaitLongForADeadServerWhenTheOthersRefuseTheLogin() {
    assertThatExceptionOfType(RemoteException.class)
        .isThrownBy(
            () ->
                run(
                    ofSession,
                    (server, timeout) ->
                        answerOrThrow(
                            false,
                            server.equals(b)
                                ? refusal()
                                : new NotSentException("cannot connect: refused", null))))
        .withMessageContaining("b:2=refuses the login of 'anna'");
    assertThat(timing.nanos()).isLessThan(seconds(2));
  }

  /** Its answer is still to be had where it may have been executed. */
  @Test
  void shouldGoOnWithARequestThatMayHaveBeenExecutedThoughTheOthersRefuseTheLogin()
      throws Exception {
    run(
        ofSession,
        (server, timeout) ->
            asked.size() == 1
                ? answerOrThrow(false, new IOException("broken"))
                : answerOrThrow(
                    server.equals(asked.get(0)) && timing.nanos() > seconds(3), refusal()));
    assertThat(asked).last().isEqualTo(asked.get(0));
  }

  private static IOException refusal() {
    return new LoginRefusedException("anna", new SecurityException("no such user"));
  }

  @Test
  void shouldBelieveThatANameIsUnknownWhenAllServersSayso() throws Exception {
    run(call, (server, timeout) -> Answer.UNKNOWN_HERE);
    assertThat(asked).containsExactly(a, b);
  }

  @Test
  void shouldNotBelieveThatANameIsUnknownWhileAServerIsSilent() throws Exception {
    run(
        call,
        (server, timeout) ->
            server.equals(b)
                ? Answer.UNKNOWN_HERE
                : answerOrThrow(asked.size() > 4, new IOException("starting")));
    assertThat(asked).contains(a, b).last().isEqualTo(a);
  }

  @Test
  void shouldNotWaitLongForADeadServerWhenTheOthersDoNotKnowAName() throws Exception {
    run(
        call,
        (server, timeout) ->
            server.equals(b)
                ? Answer.UNKNOWN_HERE
                : answerOrThrow(false, new NotSentException("cannot connect: refused", null)));
    assertThat(timing.nanos()).isLessThan(Duration.ofSeconds(2).toNanos());
  }

  @Test
  void shouldNotWaitLongerForADeadServerWhenTheOthersDoNotKnowASessionsBean() throws Exception {
    run(
        ofSession,
        (server, timeout) ->
            server.equals(b)
                ? Answer.UNKNOWN_HERE
                : answerOrThrow(false, new NotSentException("cannot connect: refused", null)));
    assertThat(timing.nanos()).isLessThan(seconds(2));
  }

  @Test
  void shouldBelieveAtOnceThatASessionsBeanIsUnknownWhenAllServersSaySo() throws Exception {
    run(ofSession, (server, timeout) -> Answer.UNKNOWN_HERE);
    assertThat(asked).containsExactlyInAnyOrder(a, b);
    assertThat(timing.nanos()).isOne();
  }

  /** A server that deploys the bean anew has the answer, and gives it some seconds later. */
  @Test
  void shouldGoOnWithARequestThatMayHaveBeenExecutedThoughTheOthersDoNotKnowItsBean()
      throws Exception {
    run(
        ofSession,
        (server, timeout) -> {
          if (server.equals(asked.get(0))) {
            throw asked.size() == 1
                ? new IOException("broken")
                : new NotSentException("gone", null);
          }
          return timing.nanos() > seconds(3) ? Answer.FINAL : Answer.UNKNOWN_HERE;
        });
    assertThat(asked).last().isEqualTo(other(asked.get(0)));
    assertThat(timing.nanos()).isBetween(seconds(3), seconds(5));
  }

  @Test
  void shouldGoOnWithARequestThatMayHaveBeenExecutedThoughAllServersForgetItsBeanForAWhile()
      throws Exception {
    run(
        ofSession,
        (server, timeout) -> {
          if (asked.size() == 1) {
            throw new IOException("broken");
          }
          return timing.nanos() > seconds(3) ? Answer.FINAL : Answer.UNKNOWN_HERE;
        });
    assertThat(timing.nanos()).isBetween(seconds(3), seconds(5));
  }

  @Test
  void shouldStayWithASessionsServerWhoseConnectionsAreBusy() throws Exception {
    Call session = new Call(Call.Kind.REPEATABLE, "s", "Cart", "Cart.insert");
    run(session, (server, timeout) -> Answer.FINAL);
    run(
        session,
        (server, timeout) -> answerOrThrow(asked.size() > 3, new PoolExhaustedException("busy")));
    assertThat(asked).hasSize(4).containsOnly(asked.get(0));
    assertThat(aside.now()).isEmpty();
  }

  @Test
  void shouldAskTheServerAgainThatStillExecutesTheRequest() throws Exception {
    Call session = new Call(Call.Kind.CREATION, "s", "Cart", "Cart.create");
    run(session, (server, timeout) -> asked.size() > 3 ? Answer.FINAL : Answer.EXECUTING);
    assertThat(asked).hasSize(4).containsOnly(asked.get(0));
    assertThat(aside.now()).isEmpty();
    assertThat(timing.nanos()).isGreaterThan(Duration.ofMillis(20).toNanos());
  }

  /** Many callers may wait for one that takes long. */
  @Test
  void shouldAskAServerLessOftenTheLongerItExecutesTheRequest() throws Exception {
    List<Long> times = new ArrayList<>();
    run(
        call,
        (server, timeout) -> {
          times.add(timing.nanos());
          return timing.nanos() > seconds(20) ? Answer.FINAL : Answer.EXECUTING;
        });
    assertThat(times.get(2)).as("third time").isLessThan(Duration.ofMillis(61).toNanos());
    assertThat(times).hasSizeBetween(100, 220);
    assertThat(timing.nanos()).isLessThan(seconds(20) + Duration.ofMillis(201).toNanos());
  }

  /** As one does in which other calls of the session come first. */
  @Test
  void shouldAskAServerSoonAgainThatHadTheRequestWaitItself() throws Exception {
    run(
        call,
        (server, timeout) -> {
          timing.pause(Duration.ofSeconds(2));
          return asked.size() > 8 ? Answer.FINAL : Answer.EXECUTING;
        });
    assertThat(timing.nanos() - seconds(18)).isLessThan(Duration.ofMillis(8 * 41).toNanos());
  }

  @Test
  void shouldGoOnWithAnotherServerWhenTheOneThatExecutedTheRequestDies() throws Exception {
    run(
        call,
        (server, timeout) -> {
          if (asked.size() == 2) {
            throw new IOException("broken");
          }
          return asked.size() == 1 ? Answer.EXECUTING : Answer.FINAL;
        });
    assertThat(asked).containsExactly(a, a, b);
  }

  @Test
  void shouldSayWhoStillExecutesTheRequestAtTheDeadline() {
    assertThatExceptionOfType(NoServerException.class)
        .isThrownBy(() -> run(call, (server, timeout) -> Answer.EXECUTING))
        .withMessageContaining("a:1=still executes it");
    assertThat(timing.nanos()).isBetween(seconds(29), seconds(30));
  }

  @Test
  void shouldSayAtTheDeadlineWhyServersSentItToOthers() {
    Transport refusing =
        new Transport() {
          private String asked;

          @Override
          public Answer attempt(Location server, Supplier<Duration> timeout) {
            asked = server.equals(a) ? "no backups" : "";
            return Answer.ELSEWHERE;
          }

          @Override
          public String reason() {
            return asked;
          }
        };
    assertThatExceptionOfType(NoServerException.class)
        .isThrownBy(() -> loop.run(call, refusing))
        .withMessageContaining("a:1=did not execute it: \"no backups\"")
        .withMessageContaining("b:2=sent us to another server");
  }

  @Test
  void shouldStopWhenInterrupted() {
    assertThatExceptionOfType(NoServerException.class)
        .isThrownBy(
            () ->
                run(
                    new Call(Call.Kind.REPEATABLE, "s", "Cart", "Cart.insert"),
                    (server, timeout) -> {
                      Thread.currentThread().interrupt();
                      throw new PoolExhaustedException("busy");
                    }))
        .withMessageContaining("interrupted");
    assertThat(asked).hasSize(1);
  }

  private static Answer answerOrThrow(boolean answer, IOException failure) throws IOException {
    if (answer) {
      return Answer.FINAL;
    }
    throw failure;
  }

  private static long seconds(int count) {
    return Duration.ofSeconds(count).toNanos();
  }
}
