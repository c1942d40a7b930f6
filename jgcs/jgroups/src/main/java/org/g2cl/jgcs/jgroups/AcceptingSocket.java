package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

/**
 * Server socket whose connections are each an {@link AcceptedSocket}, and of members that have
 * proved a key, if they are to.
 */
final class AcceptingSocket extends ServerSocket {
  private final ConnectionGuard guard;
  private final int inputBuffer;

  /**
   * @param inputBuffer bytes for each connection; 0 for none
   */
  AcceptingSocket(ConnectionGuard guard, int inputBuffer) throws IOException {
    this.guard = guard;
    this.inputBuffer = inputBuffer;
  }

  /** One stranger after the other is heard out, as JGroups does. */
  @Override
  public Socket accept() throws IOException {
    AcceptedSocket accepted = acceptNext();
    while (!isAdmitted(accepted)) {
      accepted = acceptNext();
    }
    return accepted;
  }

  private AcceptedSocket acceptNext() throws IOException {
    if (isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (!isBound()) {
      throw new SocketException("Socket is not bound yet");
    }
    AcceptedSocket accepted = new AcceptedSocket(inputBuffer);
    implAccept(accepted);
    return accepted;
  }

  private boolean isAdmitted(AcceptedSocket accepted) throws IOException {
    if (!guard.isOn()) {
      return true;
    }
    try {
      accepted.admit(guard);
      return true;
    } catch (IOException e) { // the guard has logged it
      accepted.close();
      return false;
    }
  }
}
