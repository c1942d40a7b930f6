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
  private final ConnectionGuard guard;
  private final int inputBuffer;

  /** Creates those without a buffer. */
  PlainSockets(ConnectionGuard guard) {
    this(guard, 0);
  }

  /**
   * @param guard asked about each connection
   * @param inputBuffer bytes of the buffer of each that is read; 0 for none
   */
  PlainSockets(ConnectionGuard guard, int inputBuffer) {
    this.guard = guard;
    this.inputBuffer = inputBuffer;
  }

  /** The same with a buffer of that size for each. */
  PlainSockets withInputBuffer(int bytes) {
    return new PlainSockets(guard, bytes);
  }

  /** The one that JGroups makes its sockets by; it binds and connects them afterwards. */
  @Override
  public Socket createSocket(String service) {
    return new ConnectingSocket(guard, inputBuffer);
  }

  /** The one that JGroups makes its server sockets by; it binds them afterwards. */
  @Override
  public ServerSocket createServerSocket(String service) throws IOException {
    return new AcceptingSocket(guard, inputBuffer);
  }
}
