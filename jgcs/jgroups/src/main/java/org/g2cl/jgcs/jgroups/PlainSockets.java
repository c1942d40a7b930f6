package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.net.ServerSocket;
import org.jgroups.util.DefaultSocketFactory;

/** Sockets without TLS; those that are accepted read cheaply, see {@link AcceptedSocket}. */
final class PlainSockets extends DefaultSocketFactory {
  /** The one that JGroups makes its server sockets by; it binds them afterwards. */
  @Override
  public ServerSocket createServerSocket(String service) throws IOException {
    return new AcceptingSocket();
  }
}
