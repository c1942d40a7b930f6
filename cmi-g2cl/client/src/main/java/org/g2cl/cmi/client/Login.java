package org.g2cl.cmi.client;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.openejb.client.AuthenticationRequest;

/**
 * Login of a caller: name and password, and the token that each server has given for them.
 *
 * <p>A token means nothing to another server, nor to the same one after a restart; so the client
 * logs in again where it moves, and must keep the password. Thread-safe.
 */
final class Login {
  /**
   * Servers lock a user out for minutes after a few logins in vain, as Tomcat's does after five.
   */
  private static final Duration REFUSED_FOR = Duration.ofSeconds(1);

  private final String realm;
  private final String user;
  private final String credentials;
  private final Map<Location, Object> tokens = new ConcurrentHashMap<>();
  private final Map<Location, Refusal> refusals = new ConcurrentHashMap<>();
  private final Map<Location, Lock> turns = new ConcurrentHashMap<>();

  private record Refusal(Throwable cause, long nanos) {}

  Login(AuthenticationRequest request) {
    this.realm = request.getRealm();
    this.user = request.getUsername();
    this.credentials = request.getCredentials();
  }

  String user() {
    return user;
  }

  AuthenticationRequest request() {
    return new AuthenticationRequest(realm, user, credentials);
  }

  /** Token of that server, or null. */
  Object at(Location server) {
    return tokens.get(server);
  }

  /** Held by the thread that logs in at that server, so that others wait for its token. */
  Lock turn(Location server) {
    return turns.computeIfAbsent(server, added -> new ReentrantLock());
  }

  void granted(Location server, Object token) {
    tokens.put(server, token);
    refusals.remove(server);
  }

  void refused(Location server, Throwable cause, long nanos) {
    refusals.put(server, new Refusal(cause, nanos));
  }

  /**
   * Lets pass unless the server has refused the login a moment ago.
   *
   * @throws LoginRefusedException as then
   */
  void checkNotRefused(Location server, long nanos) throws LoginRefusedException {
    Refusal last = refusals.get(server);
    if (last != null && nanos - last.nanos() < REFUSED_FOR.toNanos()) {
      throw new LoginRefusedException(user, last.cause());
    }
  }

  /** Tokens by server. */
  Map<Location, Object> tokens() {
    return Map.copyOf(tokens);
  }
}
