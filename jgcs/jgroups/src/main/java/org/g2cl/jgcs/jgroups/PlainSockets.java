package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import org.jgroups.util.DefaultSocketFactory;

/**
 * Sockets without TLS; those that are accepted read cheaply, see {@link AcceptedSocket}, and all
 * through a buffer of their own if they are to, see {@link UnlockedInput}.
 */
final class PlainSockets extends DefaultSocketFactory {
  private final int inputBuffer;

  /** Creates those without a buffer. */
  PlainSockets() {
    this(0);
  }

  /**
   * @param inputBuffer bytes of the buffer of each that is read; 0 for none
   */
  PlainSockets(int inputBuffer) {
    this.inputBuffer = inputBuffer;
  }

  /** The one that JGroups makes its sockets by; it binds and connects them afterwards. */
  @Override
  public Socket createSocket(String service) {
    return new ConnectingSocket(inputBuffer);
  }

  /** The one that JGroups makes its server sockets by; it binds them afterwards. */
  @Override
  public ServerSocket createServerSocket(String service) throws IOException {
    return new AcceptingSocket(inputBuffer);
  }
}
