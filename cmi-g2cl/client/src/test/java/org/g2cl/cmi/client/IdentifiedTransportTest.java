package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.openejb.client.AuthenticationRequest;
import org.apache.openejb.client.AuthenticationResponse;
import org.apache.openejb.client.ClientMetaData;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.EJBResponse;
import org.apache.openejb.client.ResponseCodes;
import org.junit.jupiter.api.Test;

class IdentifiedTransportTest {
  private static final Location SERVER = Location.parse("127.0.0.1:4201");
  private static final byte VERSION = 1;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final IdentifiedTransport.Desk SILENT =
      (question, answer) ->
          (server, timeout) -> {
            throw new SilentServerException(timeout.get(), null);
          };

  private final FakeTiming timing = new FakeTiming();
  private final Login login = new Login(new AuthenticationRequest("realm", "anna", "secret"));
  private final List<Duration> times = new CopyOnWriteArrayList<>();
  private String sentTwiceAs;

  @Test
  void shouldAskForTheLoginAndTheRequestWithinTheTimeOfOneAttempt() throws Exception {
    login.granted(SERVER, "forgotten");
    var transport = transport(Duration.ofSeconds(2), Duration.ofSeconds(3));

    assertThat(transport.attempt(SERVER, () -> TIMEOUT)).isEqualTo(Answer.FINAL);
    assertThat(times)
        .as("request with the forgotten token, login, request with the new one")
        .containsExactly(TIMEOUT, Duration.ofSeconds(8), Duration.ofSeconds(5));
  }

  /** The server that had it first may have executed it before it was started anew. */
  @Test
  void shouldTellThatTheRequestWasSentTwiceBeforeTheLogin() throws Exception {
    login.granted(SERVER, "forgotten");
    var transport = transport(Duration.ZERO, Duration.ZERO);
    sentTwiceAs = "forgotten";

    transport.attempt(SERVER, () -> TIMEOUT);
    assertThat(transport.sentTwice()).isTrue();

    transport.attempt(SERVER, () -> TIMEOUT);
    assertThat(transport.sentTwice()).as("of an attempt with the new token").isFalse();
  }

  @Test
  void shouldTellThatTheRequestWasSentTwiceThoughTheLoginIsRefused() {
    login.granted(SERVER, "forgotten");
    var transport = transport(Duration.ZERO, IdentifiedTransportTest::refuse);
    sentTwiceAs = "forgotten";

    assertRefused(transport);
    assertThat(transport.sentTwice()).isTrue();
  }

  @Test
  void shouldCountAsNotSentWhenTheLoginHasTakenAllTheTime() {
    var transport = transport(Duration.ofSeconds(2), TIMEOUT);

    assertThatThrownBy(() -> transport.attempt(SERVER, () -> TIMEOUT))
        .isInstanceOfSatisfying(
            NotSentException.class,
            late -> assertThat(RetryLoop.isOfServer(late, TIMEOUT)).as("a failure").isFalse())
        .hasMessageContaining("anna");
    assertThat(times).as("of the login alone").hasSize(1);
  }

  @Test
  void shouldTellThatTheServerHasFailedOnlyWhenTheLoginHadAllTheTimeThatItMayTake() {
    assertThatThrownBy(() -> transport(Duration.ZERO, SILENT).attempt(SERVER, () -> TIMEOUT))
        .isInstanceOfSatisfying(
            NotSentException.class,
            silent -> {
              assertThat(RetryLoop.isOfServer(silent, TIMEOUT)).isTrue();
              assertThat(RetryLoop.isOfServer(silent, TIMEOUT.plusMillis(1))).isFalse();
            });
  }

  @Test
  void shouldLogInOnceForAllCallsThatMoveAtOnce() throws Exception {
    var second =
        new FutureTask<>(
            () -> transport(Duration.ZERO, Duration.ZERO).attempt(SERVER, () -> TIMEOUT));
    var thread = new Thread(second, "second call");
    var first =
        transport(
            Duration.ZERO,
            answer -> {
              thread.start();
              await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
              grant(answer);
            });

    assertThat(first.attempt(SERVER, () -> TIMEOUT)).isEqualTo(Answer.FINAL);
    assertThat(second.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Answer.FINAL);
    assertThat(times).as("of one login and two requests").hasSize(3);
  }

  @Test
  void shouldNotSendTheRequestWhenTheServerRefusesTheLogin() {
    assertRefused(transport(Duration.ZERO, IdentifiedTransportTest::refuse));
    assertThat(times).as("of the login alone").hasSize(1);
  }

  @Test
  void shouldAskForTheLoginOnceASecondWhileTheServerRefusesIt() throws Exception {
    var refused = transport(Duration.ZERO, IdentifiedTransportTest::refuse);
    assertRefused(refused);
    timing.pause(Duration.ofMillis(999));
    assertRefused(refused);
    assertThat(times).as("of the first login alone").hasSize(1);

    timing.pause(Duration.ofMillis(1));
    var granted = transport(Duration.ZERO, IdentifiedTransportTest::grant);
    assertThat(granted.attempt(SERVER, () -> TIMEOUT)).isEqualTo(Answer.FINAL);
  }

  private static void assertRefused(IdentifiedTransport transport) {
    assertThatThrownBy(() -> transport.attempt(SERVER, () -> TIMEOUT))
        .isInstanceOf(LoginRefusedException.class)
        .hasMessageContaining("anna")
        .hasRootCauseInstanceOf(SecurityException.class);
  }

  private static void refuse(AuthenticationResponse answer) {
    answer.setResponseCode(ResponseCodes.AUTH_DENIED);
    answer.setDeniedCause(new SecurityException("no such user"));
  }

  private IdentifiedTransport transport(Duration ofRequest, Duration ofLogin) {
    return transport(
        ofRequest,
        answer -> {
          timing.pause(ofLogin);
          grant(answer);
        });
  }

  private IdentifiedTransport transport(
      Duration ofRequest, Consumer<AuthenticationResponse> login) {
    return transport(
        ofRequest,
        (question, answer) ->
            (server, timeout) -> {
              times.add(timeout.get());
              login.accept(answer);
              return Answer.FINAL;
            });
  }

  private IdentifiedTransport transport(Duration ofRequest, IdentifiedTransport.Desk desk) {
    var request = new EJBRequest();
    var response = new EJBResponse();
    return new IdentifiedTransport(
        new OfRequest(request, response, ofRequest), request, response, login, desk, timing);
  }

  /** Answers the token, and denies all others. */
  private final class OfRequest implements Transport {
    private final EJBRequest request;
    private final EJBResponse response;
    private final Duration time;

    OfRequest(EJBRequest request, EJBResponse response, Duration time) {
      this.request = request;
      this.response = response;
      this.time = time;
    }

    @Override
    public Answer attempt(Location server, Supplier<Duration> timeout) {
      times.add(timeout.get());
      timing.pause(time);
      boolean known = "token".equals(request.getClientIdentity());
      response.setResponse(VERSION, known ? ResponseCodes.EJB_OK : ResponseCodes.AUTH_DENIED, null);
      return Answer.FINAL;
    }

    @Override
    public boolean sentTwice() {
      return request.getClientIdentity().equals(sentTwiceAs);
    }
  }

  private static void grant(AuthenticationResponse answer) {
    answer.setResponseCode(ResponseCodes.AUTH_GRANTED);
    answer.setIdentity(new ClientMetaData("token"));
  }
}
