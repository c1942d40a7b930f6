package org.g2cl.jgcs.jgroups;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;

/**
 * FD_ALL3 of JGroups that closes the connection to a member that has fallen silent.
 *
 * <p>What the network does not carry TCP repeats at intervals that double (RFC 6298, 5.5). So when
 * it carries again, the connection of before stays silent for about as long as the break took; and
 * as JGroups keeps one connection between two members, it refuses the one that the other member
 * opens meanwhile. JGroups closes it with the view that puts the member out, but there may be none:
 * who leads the group may hear both. Here all that is sent from the suspicion on goes over a new
 * connection, the question whether the member lives as well. What was on its way is repeated by the
 * protocols above, unless it was sent as best effort. On any transport but {@link ReconnectingTcp},
 * and over TLS, it is FD_ALL3, and on the wire always. Public because JGroups makes it by its name
 * in the stack; checked against 5.5.7.
 */
public final class ReconnectingFdAll3 extends FD_ALL3 {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Map<Address, Long> closedNanos = new HashMap<>();
  private ReconnectingTcp transport;

  /** For JGroups. */
  public ReconnectingFdAll3() {
    id = ClassConfigurator.getProtocolId(FD_ALL3.class);
  }

  @Override
  public void init() throws Exception {
    super.init();
    if (getTransport() instanceof ReconnectingTcp reconnecting) {
      transport = reconnecting;
    }
  }

  @Override
  protected void suspect(List<Address> silent) {
    if (transport != null) {
      due(silent).forEach(transport::disconnect);
    }
    super.suspect(silent);
  }

  /**
   * Those whose connection was not closed within the last time-out: JGroups names who is silent
   * again each time it looks, and a new connection may have fallen silent as well.
   */
  private synchronized List<Address> due(List<Address> silent) {
    closedNanos.keySet().retainAll(silent);
    long now = System.nanoTime();
    List<Address> due =
        silent.stream()
            .filter(
                member ->
                    now - closedNanos.getOrDefault(member, now - timeout * NANOS_PER_MILLI)
                        >= timeout * NANOS_PER_MILLI)
            .toList();
    due.forEach(member -> closedNanos.put(member, now));
    return due;
  }
}
