package org.g2cl.jgcs.jgroups4;

import java.time.Duration;
import java.util.List;
import net.sf.jgcs.spi.jgroups.SilentMembers;
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
 * in the stack; checked against 4.2.30.
 */
public final class ReconnectingFdAll3 extends FD_ALL3 {
  private final SilentMembers<Address> silentMembers = new SilentMembers<>();
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
      silentMembers.due(silent, Duration.ofMillis(timeout)).forEach(transport::disconnect);
    }
    super.suspect(silent);
  }
}
