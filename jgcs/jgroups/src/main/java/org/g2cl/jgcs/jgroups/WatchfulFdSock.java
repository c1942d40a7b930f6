package org.g2cl.jgcs.jgroups;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_SOCK;
import org.jgroups.stack.IpAddress;

/**
 * FD_SOCK of JGroups in which each member stays watched by its left neighbour; stands in place of
 * {@link WatchfulFdSock2} over TLS, since FD_SOCK2 would be in plain text.
 *
 * <p>Members watch each other by sockets in a ring. JGroups leaves a member unwatched until the
 * next view when it was suspected though it lives, as when a connection cannot be made in time; and
 * when a view comes while the former neighbour is being connected to. It watches nobody any more
 * when all others were suspected at a time. Then a kill is noticed by silence only. Here who is
 * suspected no longer is watched again, after a second, then after twice the time each. On the wire
 * it is FD_SOCK, so members with either understand each other. Public because JGroups makes it by
 * its name in the stack; checked against 5.5.7.
 */
public final class WatchfulFdSock extends FD_SOCK {
  private static final long SHORTEST_REST_MILLIS = 1_000;
  private static final long LONGEST_REST_MILLIS = 60_000;

  /** Bytes of an address of a member, and that of its socket. */
  private static final int SHORTEST_ENTRY = 2;

  private volatile long restMillis = SHORTEST_REST_MILLIS;

  /** For JGroups. */
  public WatchfulFdSock() {
    id = ClassConfigurator.getProtocolId(FD_SOCK.class);
  }

  @Override
  public Object down(Event event) {
    if (event.getType() == Event.VIEW_CHANGE) {
      restMillis = SHORTEST_REST_MILLIS;
    }
    return super.down(event);
  }

  /**
   * Looks later in any case: who suspects a member takes it off its ring only after it has said so.
   */
  @Override
  protected void unsuspect(Address member) {
    super.unsuspect(member);
    var unused = timer.schedule(() -> watchAgain(member), restMillis, TimeUnit.MILLISECONDS);
  }

  /** JGroups makes a table for as many addresses as are announced. */
  @Override
  protected Map<Address, IpAddress> unmarshal(byte[] content, int offset, int length) {
    if (content != null && length >= Integer.BYTES) {
      int announced = ByteBuffer.wrap(content, offset, length).getInt();
      if (announced > length / SHORTEST_ENTRY) {
        var refusal = new RefusedPacket("a list of %d addresses is refused".formatted(announced));
        log.error(QuietLog.INCOMING_FAILURE, refusal);
        return null;
      }
    }
    return super.unmarshal(content, offset, length);
  }

  private boolean isUnwatched(Address member) {
    synchronized (pingable_mbrs) {
      return members.contains(member) && !pingable_mbrs.contains(member);
    }
  }

  private void watchAgain(Address member) {
    synchronized (pingable_mbrs) {
      if (shuttin_down || !isUnwatched(member)) {
        return;
      }
      restMillis = Math.min(2 * restMillis, LONGEST_REST_MILLIS);
      List<Address> ring = new ArrayList<>(members);
      ring.removeIf(other -> !other.equals(member) && !pingable_mbrs.contains(other));
      resetPingableMembers(ring);
    }
    interruptPingerThread(false); // it looks for its neighbour
    startPingerThread();
  }

  @Override
  protected synchronized boolean startPingerThread() {
    Thread pinger = pinger_thread;
    if (pinger != null && !pinger.isAlive()) {
      pinger_thread = null; // it had nobody left to watch
    }
    return super.startPingerThread();
  }

  /** Does not watch a member that is not the next one any more. */
  @Override
  protected boolean setupPingSocket(IpAddress address) {
    boolean connected = super.setupPingSocket(address);
    if (Objects.equals(ping_dest, determinePingDest())) {
      return connected;
    }
    teardownPingSocket();
    return true;
  }
}
