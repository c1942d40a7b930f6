package org.g2cl.jgcs.local;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.UUID;
import net.sf.jgcs.spi.StableAddress;

/** Address of one membership: a member that joins again has another one. */
final class LocalAddress extends SocketAddress implements StableAddress {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final UUID id;

  LocalAddress(String name, UUID id) {
    this.name = Objects.requireNonNull(name, "name");
    this.id = Objects.requireNonNull(id, "id");
  }

  @Override
  public byte[] toBytes() {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LocalAddress that && id.equals(that.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
