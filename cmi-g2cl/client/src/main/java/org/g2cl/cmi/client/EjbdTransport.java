package org.g2cl.cmi.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.openejb.client.ClusterMetaData;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ServerMetaData;

/** Attempts of one request over the ejbd protocol. */
final class EjbdTransport implements Transport {
  /** Silence after which the others are asked about a server. */
  private static final Duration DOUBT = Duration.ofSeconds(2);

  private static final Duration ASK_AGAIN = Duration.ofMillis(400);

  private final Call call;
  private final Request request;
  private final Response response;
  private final ServerMetaData provider;
  private final Pools pools;
  private final Views views;
  private boolean sentTwice;

  /** Versions of the lists of servers, there and back. */
  interface Views {
    long version(Location server);

    /**
     * Takes the list that an answer brought.
     *
     * @param asked when the request was sent, by {@link System#nanoTime()}
     */
    void update(Location teller, ClusterMetaData servers, long asked);

    /** Whether the cluster, asked now, tells in that time that the server is not its own. */
    boolean hasLeft(Location server, ServerMetaData provider, Duration longest);
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
  public Answer attempt(Location server, Supplier<Duration> timeout) throws IOException {
    long begin = System.nanoTime();
    sentTwice = false;
    byte[] bytes = bytes(server);
    GivingUp givingUp = givingUp(server);
    ConnectionPool pool = pools.of(server);
    EjbdConnection connection =
        call.repeatable() ? pool.acquire(timeout) : pool.acquireNew(timeout);
    BufferedInputStream in;
    try {
      in = connection.send(bytes, timeout.get(), givingUp);
    } catch (IOException e) {
      if (e instanceof SilentServerException || !connection.used()) {
        pool.discard(connection);
        throw e;
      }
      // A connection that was idle may have been closed by a server that lives.
      connection = replace(pool, connection, timeout, e);
      sentTwice = true;
      in = sendAgain(pool, connection, bytes, timeout, givingUp);
    } catch (RuntimeException | Error e) { // of the user's policy, asked whether to give up
      pool.discard(connection);
      throw e;
    }
    ClusterMetaData servers = read(pool, connection, in);
    if (servers != null) {
      views.update(server, servers, begin);
    }
    Answer answer = Answers.judge(response);
    return sentTwice && answer == Answer.BUSY ? Answer.EXECUTING : answer;
  }

  @Override
  public boolean sentTwice() {
    return sentTwice;
  }

  @Override
  public String reason() {
    return Answers.reason(response);
  }

  /**
   * A call that must not be repeated waits as long as it may: its server may be leaving in order.
   */
  private GivingUp givingUp(Location server) {
    return call.repeatable() && call.session() != null
        ? new GivingUp(DOUBT, ASK_AGAIN, longest -> views.hasLeft(server, provider, longest))
        : GivingUp.NEVER;
  }

  private byte[] bytes(Location server) throws RemoteException {
    try {
      return Wire.request(request, provider, views.version(server));
    } catch (IOException e) {
      throw new RemoteException(call.what() + " cannot be serialized: " + e, e);
    }
  }

  /**
   * Takes a new connection in place of one that was lost with the request: the server may have
   * executed it and be gone, so that it cannot be reached does not say that nothing was sent.
   */
  private static EjbdConnection replace(
      ConnectionPool pool, EjbdConnection lost, Supplier<Duration> timeout, IOException failure)
      throws IOException {
    try {
      return pool.replace(lost, timeout);
    } catch (NotSentException refused) {
      failure.addSuppressed(refused);
      throw failure;
    }
  }

  private static BufferedInputStream sendAgain(
      ConnectionPool pool,
      EjbdConnection connection,
      byte[] bytes,
      Supplier<Duration> timeout,
      GivingUp givingUp)
      throws IOException {
    try {
      return connection.send(bytes, timeout.get(), givingUp);
    } catch (IOException | RuntimeException | Error e) {
      pool.discard(connection);
      throw e;
    }
  }

  private ClusterMetaData read(
      ConnectionPool pool, EjbdConnection connection, BufferedInputStream in) throws IOException {
    boolean whole = false;
    try {
      ClusterMetaData servers = Wire.answer(new AnswerStream(in), response);
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
