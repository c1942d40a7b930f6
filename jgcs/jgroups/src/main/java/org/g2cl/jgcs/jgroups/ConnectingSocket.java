package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Socket by which this member connects to another one, with an {@link UnlockedInput}; connected
 * when both have proved their keys, if they are to.
 */
final class ConnectingSocket extends Socket {
  private final ConnectionGuard guard;
  private final UnlockedInput.OfSocket input;

  /**
   * @param inputBuffer bytes; 0 for none
   */
  ConnectingSocket(ConnectionGuard guard, int inputBuffer) {
    this.guard = guard;
    input = new UnlockedInput.OfSocket(inputBuffer);
  }

  /**
   * Connects, and has both prove their keys.
   *
   * @throws SocketTimeoutException when the peer cannot be reached in time, or says nothing; what
   *     sends to it then rests before it tries again
   * @throws ConnectException when the peer is reached and the keys keep both apart
   */
  @Override
  public void connect(SocketAddress peer, int timeoutMillis) throws IOException {
    super.connect(peer, timeoutMillis);
    if (guard.isOn()) {
      handshake(peer);
    }
  }

  /** A time-out of the socket's own would make all that it reads later cost more. */
  private void handshake(SocketAddress peer) throws IOException {
    var overdue = new AtomicBoolean();
    Future<?> closing =
        SocketTimer.get()
            .schedule(
                () -> closeNow(overdue), ConnectionGuard.LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    boolean connected = false;
    try {
      guard.connected(peer, super.getInputStream(), getOutputStream());
      connected = true;
    } catch (IOException e) {
      throw overdue.get() ? timeout(peer, e) : failure(e);
    } finally {
      closing.cancel(false);
      if (!connected) {
        close();
      }
    }
  }

  private static SocketTimeoutException timeout(SocketAddress peer, IOException cause) {
    var timeout =
        new SocketTimeoutException(
            "%s has not proved its key within %d ms"
                .formatted(peer, ConnectionGuard.LONGEST.toMillis()));
    timeout.initCause(cause);
    return timeout;
  }

  /** JGroups takes any other failure for a fault, and logs it with each message. */
  private static SocketException failure(IOException cause) {
    if (cause instanceof SocketException known) {
      return known;
    }
    var failure = new ConnectException(cause.getMessage());
    failure.initCause(cause);
    return failure;
  }

  private void closeNow(AtomicBoolean overdue) {
    overdue.set(true);
    try {
      close();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // kept by the future: nobody can do more
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return input.over(
        super.getInputStream(),
        own -> guard.isOn() ? own : guard.watched(getRemoteSocketAddress(), own));
  }
}
