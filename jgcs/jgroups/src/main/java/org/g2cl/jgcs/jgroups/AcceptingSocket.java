package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

/** Server socket whose connections are each an {@link AcceptedSocket}. */
final class AcceptingSocket extends ServerSocket {
  AcceptingSocket() throws IOException {}

  @Override
  public Socket accept() throws IOException {
    if (isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (!isBound()) {
      throw new SocketException("Socket is not bound yet");
    }
    Socket accepted = new AcceptedSocket();
    implAccept(accepted);
    return accepted;
  }
}
