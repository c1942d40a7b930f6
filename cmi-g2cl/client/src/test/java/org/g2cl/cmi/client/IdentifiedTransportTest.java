package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  private final FakeTiming timing = new FakeTiming();
  private final Login login = new Login(new AuthenticationRequest("realm", "anna", "secret"));
  private final EJBResponse response = new EJBResponse();
  private final List<Duration> times = new ArrayList<>();
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
        .isInstanceOf(NotSentException.class)
        .hasMessageContaining("anna");
    assertThat(times).as("of the login alone").hasSize(1);
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
    var request = new EJBRequest();
    return new IdentifiedTransport(
        new OfRequest(request, ofRequest),
        request,
        response,
        this.login,
        (question, answer) ->
            (server, timeout) -> {
              times.add(timeout.get());
              login.accept(answer);
              return Answer.FINAL;
            },
        timing);
  }

  /** Answers the token, and denies all others. */
  private final class OfRequest implements Transport {
    private final EJBRequest request;
    private final Duration time;

    OfRequest(EJBRequest request, Duration time) {
      this.request = request;
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
