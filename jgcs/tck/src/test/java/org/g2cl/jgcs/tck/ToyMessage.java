package org.g2cl.jgcs.tck;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import net.sf.jgcs.spi.ArrayMessage;

final class ToyMessage extends ArrayMessage {
  private static final long serialVersionUID = 1L;

  private final boolean copies;

  /** Member that it was sent to alone, or null. */
  private transient SocketAddress destination;

  ToyMessage() {
    copies = false;
  }

  ToyMessage(byte[] payload, int length, SocketAddress sender, boolean copies) {
    super(payload, 0, length, sender);
    this.copies = copies;
  }

  SocketAddress destination() {
    return destination;
  }

  void destination(SocketAddress only) {
    destination = only;
  }

  @Override
  public ByteBuffer payload() {
    return copies ? ByteBuffer.wrap(getPayload().clone()).asReadOnlyBuffer() : super.payload();
  }
}
