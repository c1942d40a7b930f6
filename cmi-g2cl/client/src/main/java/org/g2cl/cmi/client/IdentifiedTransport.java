package org.g2cl.cmi.client;

import java.io.IOException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.apache.openejb.client.AuthenticationRequest;
import org.apache.openejb.client.AuthenticationResponse;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.EJBResponse;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ResponseCodes;

/** Attempts of a request whose caller has logged in: each server gets the token that it gave. */
final class IdentifiedTransport implements Transport {
  private final Transport transport;
  private final EJBRequest request;
  private final Response response;
  private final Login login;
  private final Desk desk;
  private final Timing timing;
  private boolean sentTwice;

  /** Where a login is asked for. */
  interface Desk {
    /** Way of a login request. */
    Transport transport(AuthenticationRequest request, AuthenticationResponse response);
  }

  IdentifiedTransport(
      Transport transport,
      EJBRequest request,
      Response response,
      Login login,
      Desk desk,
      Timing timing) {
    this.transport = transport;
    this.request = request;
    this.response = response;
    this.login = login;
    this.desk = desk;
    this.timing = timing;
  }

  /** The time is that of all that is asked: the request, and a login before or between. */
  @Override
  public Answer attempt(Location server, Supplier<Duration> timeout) throws IOException {
    long end = timing.nanos() + timeout.get().toNanos();
    sentTwice = false;
    Object token = login.at(server);
    if (token != null) {
      Answer answer = attemptAs(token, server, timeout);
      if (!isUnknownToken()) {
        return answer;
      }
    }
    Object granted = logInOnce(server, token, left(end));
    return attemptAs(granted, server, left(end));
  }

  private Supplier<Duration> left(long end) throws NotSentException {
    if (millisLeft(end) <= 0) {
      throw NotSentException.hurried(
          "the time of the attempt was over at the login of " + login.user());
    }
    return () -> Duration.ofMillis(Math.max(1, millisLeft(end)));
  }

  private long millisLeft(long end) {
    return TimeUnit.NANOSECONDS.toMillis(end - timing.nanos());
  }

  @Override
  public boolean sentTwice() {
    return sentTwice;
  }

  @Override
  public String reason() {
    return transport.reason();
  }

  private Answer attemptAs(Object token, Location server, Supplier<Duration> timeout)
      throws IOException {
    request.setClientIdentity(token);
    Answer answer = transport.attempt(server, timeout);
    sentTwice |= transport.sentTwice();
    return answer;
  }

  /**
   * The server has forgotten the token, for it was started anew; it has executed nothing, but the
   * one before it may have, when the request was sent twice.
   */
  private boolean isUnknownToken() {
    return response instanceof EJBResponse answer
        && answer.getResponseCode() == ResponseCodes.AUTH_DENIED;
  }

  /**
   * Logs in, unless another call has done so since the token was forgotten: one at a time, since
   * calls that move all at once would be as many logins, and as many in vain where one is refused.
   */
  private Object logInOnce(Location server, Object forgotten, Supplier<Duration> timeout)
      throws IOException {
    Lock turn = login.turn(server);
    await(turn, timeout.get());
    try {
      Object token = login.at(server);
      return token == null || token.equals(forgotten) ? logIn(server, timeout) : token;
    } finally {
      turn.unlock();
    }
  }

  private void await(Lock turn, Duration longest) throws NotSentException {
    try {
      if (turn.tryLock(longest.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw NotSentException.hurried(
        "the login of " + login.user() + " by another call has not ended in time");
  }

  private Object logIn(Location server, Supplier<Duration> timeout) throws IOException {
    login.checkNotRefused(server, timing.nanos());
    AuthenticationResponse answer = new AuthenticationResponse();
    try {
      desk.transport(login.request(), answer).attempt(server, timeout);
    } catch (RemoteException | NotSentException | PoolExhaustedException e) {
      throw e;
    } catch (IOException e) { // what matters is that the request itself was not sent
      throw new NotSentException("no answer to the login of " + login.user(), e);
    }
    if (answer.getResponseCode() != ResponseCodes.AUTH_GRANTED) {
      login.refused(server, answer.getDeniedCause(), timing.nanos());
      throw new LoginRefusedException(login.user(), answer.getDeniedCause());
    }
    Object token = answer.getIdentity().getClientIdentity();
    login.granted(server, token);
    return token;
  }
}
