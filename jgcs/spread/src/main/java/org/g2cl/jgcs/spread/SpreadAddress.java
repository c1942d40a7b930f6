package org.g2cl.jgcs.spread;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.SocketAddress;
import java.util.Objects;
import net.sf.jgcs.spi.StableAddress;

/**
 * Address of one membership: the private group name that the daemon gave to its connection.
 *
 * <p>It has the form {@code #private name#daemon}. A member that joins again has another one.
 */
final class SpreadAddress extends SocketAddress implements StableAddress {
  private static final long serialVersionUID = 1L;

  private final String privateGroup;

  SpreadAddress(String privateGroup) {
    this.privateGroup = Objects.requireNonNull(privateGroup, "privateGroup");
  }

  String privateGroup() {
    return privateGroup;
  }

  private String privateName() {
    int end = privateGroup.indexOf('#', 1);
    return end > 1 && privateGroup.charAt(0) == '#' ? privateGroup.substring(1, end) : privateGroup;
  }

  String birth() {
    return PrivateNames.birth(privateName());
  }

  @Override
  public byte[] toBytes() {
    return privateGroup.getBytes(US_ASCII);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SpreadAddress that && privateGroup.equals(that.privateGroup);
  }

  @Override
  public int hashCode() {
    return privateGroup.hashCode();
  }

  /** End of the member's name. */
  @Override
  public String toString() {
    return PrivateNames.memberName(privateName());
  }
}
