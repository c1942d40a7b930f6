package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

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

  @Override
  public void connect(SocketAddress peer, int timeoutMillis) throws IOException {
    super.connect(peer, timeoutMillis);
    if (guard.isOn()) {
      handshake(peer);
    }
  }

  /** A time-out of the socket's own would make all that it reads later cost more. */
  private void handshake(SocketAddress peer) throws IOException {
    Future<?> closing =
        SocketTimer.get()
            .schedule(this::closeNow, ConnectionGuard.LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    try {
      guard.connected(peer, super.getInputStream(), getOutputStream());
    } catch (IOException e) {
      close();
      throw e;
    } finally {
      closing.cancel(false);
    }
  }

  private void closeNow() {
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
