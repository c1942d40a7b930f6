package org.g2cl.jgcs.jgroups;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.Membership;
import org.jgroups.View;
import org.jgroups.blocks.cs.NioServer;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.util.UUID;

/**
 * FD_SOCK2 of JGroups in which each member stays watched by its left neighbour.
 *
 * <p>Members watch each other by sockets in a ring. When a connection was closed or could not be
 * made though both sides live, as when a network heals or two connect to each other at once,
 * JGroups leaves a member unwatched until the next view, or longer: it takes the connection to the
 * neighbour that it tried last for there, and puts a member that is suspected no longer at the end
 * of the ring, where nobody watches it. Then a kill is noticed by silence only. Here the connection
 * is tried again after about a second, then after twice the time each, and the ring is that of the
 * view. The times are random by a half, since two that connect to each other at once both fail: the
 * lower address closes the connection that JGroups left it. On the wire it is FD_SOCK2, so members
 * with either understand each other. Public because JGroups makes it by its name in the stack;
 * checked against 5.5.7.
 */
public final class WatchfulFdSock2 extends FD_SOCK2 {
  private static final long SHORTEST_REST_MILLIS = 1_000;
  private static final long LONGEST_REST_MILLIS = 60_000;

  /** Bytes; far more than the suspected members of a large group. */
  private static final int LONGEST_PACKET = 64 << 10;

  private static final String CONNECTED = "CONNECTED";

  /** Is no member: what is tried before a neighbour counts as another one. */
  private static final Address NOBODY = UUID.randomUUID();

  private volatile long restMillis = SHORTEST_REST_MILLIS;

  /** For JGroups. */
  public WatchfulFdSock2() {
    id = ClassConfigurator.getProtocolId(FD_SOCK2.class);
  }

  @Override
  protected NioServer createServer(int[] ports) {
    NioServer server = super.createServer(ports);
    server.setMaxLength(LONGEST_PACKET);
    return server;
  }

  @Override
  protected void handleView(View view) {
    restMillis = SHORTEST_REST_MILLIS;
    super.handleView(view);
  }

  @Override
  protected void connectToNextPingDest(Address closed) {
    if (closed != null || !CONNECTED.equals(getClientState())) {
      connectTo(NOBODY, new Membership()); // has no address, so this only forgets the last one
    }
    super.connectToNextPingDest(closed);
  }

  @Override
  protected void unsuspect(Address member) {
    boolean unwatched = !pingable_mbrs.contains(member);
    super.unsuspect(member);
    if (unwatched) {
      pingable_mbrs.remove(member);
      long rest = restMillis;
      restMillis = Math.min(2 * rest, LONGEST_REST_MILLIS);
      long untilTried = rest / 2 + ThreadLocalRandom.current().nextLong(rest);
      var unused = timer.schedule(() -> watchAgain(member), untilTried, TimeUnit.MILLISECONDS);
    }
  }

  private void watchAgain(Address member) {
    if (shutting_down || !members.contains(member)) {
      return;
    }
    List<Address> ring = members.getMembers();
    ring.removeIf(other -> !other.equals(member) && !pingable_mbrs.contains(other));
    pingable_mbrs.set(ring);
    handle(new FdHeader(FdHeader.UNSUSPECT).mbrs(Set.of()), local_addr); // looks for its neighbour
  }
}
