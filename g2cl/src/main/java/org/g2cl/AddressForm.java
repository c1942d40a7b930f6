package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import net.sf.jgcs.spi.StableAddress;

/** Bytes of a member's address that are the same at all members. */
final class AddressForm {
  private AddressForm() {}

  static byte[] of(SocketAddress address) {
    if (address instanceof StableAddress stable) {
      return stable.toBytes();
    }
    if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
      byte[] host = inet.getAddress().getAddress();
      return ByteBuffer.allocate(host.length + Integer.BYTES)
          .put(host)
          .putInt(inet.getPort())
          .array();
    }
    return address.toString().getBytes(UTF_8);
  }
}
