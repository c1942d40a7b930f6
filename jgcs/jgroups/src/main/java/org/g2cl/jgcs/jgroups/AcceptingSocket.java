package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

/**
 * Server socket whose connections are each an {@link AcceptedSocket}, and of members that have
 * proved a key, if they are to; see {@link Handshakes}.
 */
final class AcceptingSocket extends ServerSocket {
  private final ConnectionGuard guard;
  private final int inputBuffer;
  private final Handshakes handshakes;

  /**
   * @param inputBuffer bytes for each connection; 0 for none
   */
  AcceptingSocket(ConnectionGuard guard, int inputBuffer) throws IOException {
    this.guard = guard;
    this.inputBuffer = inputBuffer;
    this.handshakes = new Handshakes(guard, this::acceptNext);
  }

  @Override
  public Socket accept() throws IOException {
    checkOpen();
    return guard.isOn() ? handshakes.next() : acceptNext();
  }

  private void checkOpen() throws SocketException {
    if (isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (!isBound()) {
      throw new SocketException("Socket is not bound yet");
    }
  }

  private AcceptedSocket acceptNext() throws IOException {
    checkOpen();
    AcceptedSocket accepted = new AcceptedSocket(inputBuffer);
    implAccept(accepted);
    return accepted;
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      if (handshakes != null) { // a constructor of the JDK may close what it cannot bind
        handshakes.close();
      }
    }
  }
}
