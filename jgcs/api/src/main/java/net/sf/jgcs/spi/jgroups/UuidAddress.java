package net.sf.jgcs.spi.jgroups;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import net.sf.jgcs.spi.StableAddress;

/**
 * Address of one membership: JGroups' random 128 bits, and the name of the member for logs.
 *
 * <p>A member that joins again has another one.
 */
public abstract class UuidAddress extends SocketAddress implements StableAddress {
  private static final long serialVersionUID = 1L;

  /** First 64 of the bits. */
  protected final long high;

  /** Last 64 of the bits. */
  protected final long low;

  private final String name;

  /** Creates an address; the name may be null, and counts for nothing when compared. */
  protected UuidAddress(long high, long low, String name) {
    this.high = high;
    this.low = low;
    this.name = name;
  }

  @Override
  public final byte[] toBytes() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof UuidAddress that && high == that.high && low == that.low;
  }

  @Override
  public final int hashCode() {
    return Long.hashCode(high ^ low);
  }

  /** Name that has become known since; null when it has not. */
  protected String laterName() {
    return null;
  }

  @Override
  public final String toString() {
    String known = name == null ? laterName() : name;
    return known == null ? Long.toHexString(high) + Long.toHexString(low) : known;
  }
}
