package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.net.Socket;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import javax.net.ssl.SSLSocket;
import net.sf.jgcs.spi.jgroups.Attempts;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.util.SocketFactory;

/**
 * {@link CheckedTcp} that can drop its connection to a member, for {@link ReconnectingFdAll3}. For
 * members that are not reached it waits less: to connect one sender does, and no other after it,
 * see {@link Attempts}; to close a connection nobody does, but for a member that leaves. It reads
 * through an {@link UnlockedInput} in place of JGroups' buffered one, of the same size, but for TLS
 * and for sockets of a factory that somebody gave to it. On the wire it is TCP, so members with
 * either understand each other. Public because JGroups makes it by its name in the stack; checked
 * against 5.5.7.
 */
public final class ReconnectingTcp extends CheckedTcp {
  private final Map<Address, Attempts> attempts = new ConcurrentHashMap<>();
  private final SocketFactory madeByJGroups = getSocketFactory();

  /** For JGroups. */
  public ReconnectingTcp() {}

  /** JGroups makes the server here, but lets it accept and connect only later. */
  @Override
  public void start() throws Exception {
    boolean plain = hasPlainSockets();
    if (plain) {
      setSocketFactory(plainSockets().withInputBuffer(getBufferedInputStreamSize()));
    }
    super.start();
    if (plain) {
      srv.setBufferedInputStreamSize(0); // no second buffer, with a lock, above the sockets'
    }
  }

  private boolean hasPlainSockets() {
    SocketFactory factory = getSocketFactory();
    return !tls.enabled() && (factory == madeByJGroups || factory instanceof PlainSockets);
  }

  private PlainSockets plainSockets() {
    return getSocketFactory() instanceof PlainSockets own
        ? own
        : new PlainSockets(ConnectionGuard.none());
  }

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

  /**
   * Closes the connections to all that are no members, which JGroups does while it installs a view.
   */
  @Override
  public void retainAll(Collection<Address> members) {
    closeAtOnce(
        (peer, connection) -> !members.contains(peer) && !is_member.test((PhysicalAddress) peer));
    super.retainAll(members);
    attempts.keySet().retainAll(members);
  }

  /** Closes the one that this one replaces, as the thread that accepts waits for it otherwise. */
  @Override
  public void connectionEstablished(Connection established) {
    super.connectionEstablished(established);
    closeAtOnce(
        (peer, connection) ->
            peer.equals(established.peerAddress()) && !connection.equals(established));
  }

  /** Closes the connection to a member at once, so that what is sent next opens another one. */
  void disconnect(Address member) {
    PhysicalAddress address = getPhysicalAddressFromCache(member);
    if (!isOverTls()) {
      closeAtOnce((peer, connection) -> peer.equals(address));
    }
  }

  /** Over TLS who connects waits for the process of the other, without end if that stands still. */
  private boolean isOverTls() {
    try (Socket socket = getSocketFactory().createSocket("g2cl.probe")) {
      return socket instanceof SSLSocket;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Closes without JGroups' farewell, which is written behind all that the peer has not taken: to
   * one that the network has cut off it waits until TCP gives up or the network is back.
   */
  private void closeAtOnce(BiPredicate<Address, Connection> ended) {
    srv.forAllConnections(
        (peer, connection) -> {
          if (ended.test(peer, connection)) {
            close(connection);
          }
        });
  }

  private void close(Connection connection) {
    connection.setClosedGracefully(true); // of both halves, so that JGroups suspects nobody for it
    try {
      connection.close(false);
    } catch (IOException e) {
      log.debug("%s: closed with an error: %s", connection, e.getMessage());
    }
  }
}
