package org.g2cl.jgcs.jgroups4;

import java.io.IOException;
import java.net.Socket;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;
import net.sf.jgcs.spi.jgroups.Attempts;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.util.Util;

/**
 * {@link CheckedTcp} that can drop its connection to a member, for {@link ReconnectingFdAll3}, and
 * does not wait long to connect to members that are not reached, see {@link Attempts}. On the wire
 * it is TCP, so members with either understand each other. Public because JGroups makes it by its
 * name in the stack; checked against 4.2.30.
 */
public final class ReconnectingTcp extends CheckedTcp {
  private final Map<Address, Attempts> attempts = new ConcurrentHashMap<>();

  /** For JGroups. */
  public ReconnectingTcp() {}

  @Override
  public void send(Address dest, byte[] data, int offset, int length) throws Exception {
    if (srv == null
        || dest == null
        || srv.connectionEstablishedTo(dest)
        || dest.equals(srv.localAddress())) {
      super.send(dest, data, offset, length);
      return;
    }
    attempts
        .computeIfAbsent(dest, Attempts::new)
        .send(() -> super.send(dest, data, offset, length));
  }

  @Override
  public void retainAll(Collection<Address> members) {
    super.retainAll(members);
    attempts.keySet().retainAll(members);
  }

  /** Closes the connection to a member at once, so that what is sent next opens another one. */
  void disconnect(Address member) {
    PhysicalAddress peer = getPhysicalAddressFromCache(member);
    if (peer == null || !srv.connectionEstablishedTo(peer) || isOverTls()) {
      return;
    }
    try {
      Util.close(srv.getConnection(peer));
    } catch (Exception e) { // declared so by JGroups
      log.debug("%s: no connection to close: %s", peer, e.getMessage());
    }
  }

  /**
   * Over TLS who connects waits for the process of the other, without end if that stands still, and
   * who closes for the one who writes.
   */
  private boolean isOverTls() {
    try (Socket socket = getSocketFactory().createSocket("g2cl.probe")) {
      return socket instanceof SSLSocket;
    } catch (IOException e) {
      return false;
    }
  }
}
