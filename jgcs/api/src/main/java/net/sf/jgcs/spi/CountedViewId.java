package net.sf.jgcs.spi;

import java.net.SocketAddress;
import net.sf.jgcs.MembershipID;

/**
 * Identity of a view: the coordinator that made it, and its count, which grows at every member.
 *
 * <p>An addition to jGCS 0.8.
 */
public record CountedViewId(SocketAddress creator, long number) implements MembershipID {
  @Override
  public String toString() {
    return "view " + number + " of " + creator;
  }
}
