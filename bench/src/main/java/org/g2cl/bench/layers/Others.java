package org.g2cl.bench.layers;

import java.net.SocketAddress;
import net.sf.jgcs.Membership;
import org.jgroups.Address;
import org.jgroups.JChannel;

/** The other member of a group of two. */
final class Others {
  private Others() {}

  static Address of(JChannel channel) {
    return channel.getView().getMembers().stream()
        .filter(member -> !member.equals(channel.getAddress()))
        .findFirst()
        .orElseThrow();
  }

  static SocketAddress of(Membership membership, SocketAddress self) {
    return membership.getMembershipList().stream()
        .filter(member -> !member.equals(self))
        .findFirst()
        .orElseThrow();
  }
}
