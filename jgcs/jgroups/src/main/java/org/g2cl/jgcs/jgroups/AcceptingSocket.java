package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

/** Server socket whose connections are each an {@link AcceptedSocket}. */
final class AcceptingSocket extends ServerSocket {
  private final int inputBuffer;

  /**
   * @param inputBuffer bytes for each connection; 0 for none
   */
  AcceptingSocket(int inputBuffer) throws IOException {
    this.inputBuffer = inputBuffer;
  }

  @Override
  public Socket accept() throws IOException {
    if (isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (!isBound()) {
      throw new SocketException("Socket is not bound yet");
    }
    Socket accepted = new AcceptedSocket(inputBuffer);
    implAccept(accepted);
    return accepted;
  }
}
