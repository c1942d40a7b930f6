package org.g2cl.cmi.client;

import java.io.IOException;
import java.net.URI;
import org.apache.openejb.client.Connection;
import org.apache.openejb.client.ConnectionFactory;
import org.apache.openejb.client.ConnectionManager;

/**
 * Installs the client in a JVM that got a proxy but has no context of ours. OpenEJB's client finds
 * this class through {@code META-INF/org.apache.openejb.client.ConnectionFactory/g2cl} when it
 * meets our scheme for the first time.
 *
 * <p>That first request is already under way in the stock client: it is sent to the first server
 * that accepts a connection, without request id, and so is never sent twice.
 */
public final class FirstUse implements ConnectionFactory {
  /** For OpenEJB's client. */
  public FirstUse() {}

  @Override
  public Connection getConnection(URI provider) throws IOException {
    HaClient.install();
    IOException failure = new IOException("no server of " + provider + " accepts a connection");
    for (Location server : ProviderUrl.fromUri(provider)) {
      try {
        return ConnectionManager.getConnection(URI.create("ejbd://" + server));
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
    throw failure;
  }
}
