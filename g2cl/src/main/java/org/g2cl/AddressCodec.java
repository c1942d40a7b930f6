package org.g2cl;

import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.StableAddress;

/** Form of members' addresses that is the same at all members. */
final class AddressCodec implements ValueCodec<SocketAddress> {
  private static final int MAX_LENGTH = 1024;

  private final MarshalDataSession session;

  AddressCodec(MarshalDataSession session) {
    this.session = session;
  }

  @Override
  public byte[] write(SocketAddress value) {
    return AddressForm.of(value);
  }

  @Override
  public SocketAddress read(byte[] bytes) {
    if (bytes.length > MAX_LENGTH) {
      throw new IllegalArgumentException("address of " + bytes.length + " bytes");
    }
    if (session.isJoined()) {
      Membership view = session.membership();
      for (SocketAddress member : view.getMembershipList()) {
        if (Arrays.equals(AddressForm.of(member), bytes)) {
          return member;
        }
      }
    }
    return new Stranger(bytes);
  }

  /** Address that no member has; equals those of the same bytes, and is written as it was read. */
  private static final class Stranger extends SocketAddress implements StableAddress {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    Stranger(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    @Override
    public byte[] toBytes() {
      return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Stranger stranger && Arrays.equals(bytes, stranger.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return "stranger-" + HexFormat.of().formatHex(bytes);
    }
  }
}
