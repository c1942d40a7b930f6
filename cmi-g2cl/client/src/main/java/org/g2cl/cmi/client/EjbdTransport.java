package org.g2cl.cmi.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.rmi.RemoteException;
import java.time.Duration;
import org.apache.openejb.client.ClusterMetaData;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ServerMetaData;

/** Attempts of one request over the ejbd protocol. */
final class EjbdTransport implements Transport {
  private final Call call;
  private final Request request;
  private final Response response;
  private final ServerMetaData provider;
  private final Pools pools;
  private final Views views;

  /** Versions of the lists of servers, there and back. */
  interface Views {
    long version(Location server);

    void update(Location teller, ClusterMetaData servers);
  }

  EjbdTransport(
      Call call,
      Request request,
      Response response,
      ServerMetaData provider,
      Pools pools,
      Views views) {
    this.call = call;
    this.request = request;
    this.response = response;
    this.provider = provider;
    this.pools = pools;
    this.views = views;
  }

  @Override
  public Answer attempt(Location server, Duration timeout) throws IOException {
    byte[] bytes = bytes(server);
    ConnectionPool pool = pools.of(server);
    EjbdConnection connection =
        call.repeatable() ? pool.acquire(timeout) : pool.acquireNew(timeout);
    BufferedInputStream in;
    try {
      in = connection.send(bytes, timeout);
    } catch (SilentServerException e) {
      pool.discard(connection);
      throw e;
    } catch (IOException e) {
      if (!connection.used()) {
        pool.discard(connection);
        throw e;
      }
      // A connection that was idle may have been closed by a server that lives.
      connection = pool.replace(connection);
      in = sendAgain(pool, connection, bytes, timeout);
    }
    ClusterMetaData servers = read(pool, connection, in);
    if (servers != null) {
      views.update(server, servers);
    }
    return Answers.judge(response);
  }

  private byte[] bytes(Location server) throws RemoteException {
    try {
      return Wire.request(request, provider, views.version(server));
    } catch (IOException e) {
      throw new RemoteException(call.what() + " cannot be serialized: " + e, e);
    }
  }

  private static BufferedInputStream sendAgain(
      ConnectionPool pool, EjbdConnection connection, byte[] bytes, Duration timeout)
      throws IOException {
    try {
      return connection.send(bytes, timeout);
    } catch (IOException e) {
      pool.discard(connection);
      throw e;
    }
  }

  private ClusterMetaData read(
      ConnectionPool pool, EjbdConnection connection, BufferedInputStream in) throws IOException {
    boolean whole = false;
    try {
      ClusterMetaData servers = Wire.answer(in, response);
      whole = true;
      return servers;
    } catch (ClassNotFoundException | ObjectStreamException e) {
      throw new RemoteException("the answer to " + call.what() + " cannot be read: " + e, e);
    } finally {
      if (whole) {
        pool.release(connection);
      } else {
        pool.discard(connection);
      }
    }
  }
}
