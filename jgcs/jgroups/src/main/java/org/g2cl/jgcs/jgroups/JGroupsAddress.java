package org.g2cl.jgcs.jgroups;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import net.sf.jgcs.spi.StableAddress;
import org.jgroups.Address;
import org.jgroups.util.NameCache;
import org.jgroups.util.UUID;

/**
 * Address of one membership: JGroups' random 128 bits, and the name of the member for logs.
 *
 * <p>A member that joins again has another one.
 */
final class JGroupsAddress extends SocketAddress implements StableAddress {
  private static final long serialVersionUID = 1L;

  private final long high;
  private final long low;
  private final String name;
  private transient Address address;

  private JGroupsAddress(long high, long low, String name) {
    this.high = high;
    this.low = low;
    this.name = name;
  }

  static JGroupsAddress of(Address address) {
    UUID uuid = (UUID) address;
    JGroupsAddress made =
        new JGroupsAddress(
            uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), NameCache.get(address));
    made.address = address;
    return made;
  }

  Address address() {
    Address known = address;
    if (known == null) {
      known = new UUID(high, low);
      address = known;
    }
    return known;
  }

  @Override
  public byte[] toBytes() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JGroupsAddress that && high == that.high && low == that.low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(high ^ low);
  }

  @Override
  public String toString() {
    return name == null ? address().toString() : name;
  }
}
