package org.g2cl.cmi.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.openejb.client.AuthenticationRequest;

/**
 * Login of a caller: name and password, and the token that each server has given for them.
 *
 * <p>A token means nothing to another server, nor to the same one after a restart; so the client
 * logs in again where it moves, and must keep the password. Thread-safe.
 */
final class Login {
  private final String realm;
  private final String user;
  private final String credentials;
  private final Map<Location, Object> tokens = new ConcurrentHashMap<>();

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

  void granted(Location server, Object token) {
    tokens.put(server, token);
  }

  /** Tokens by server. */
  Map<Location, Object> tokens() {
    return Map.copyOf(tokens);
  }
}
