package org.g2cl.jgcs.tck;

import java.net.SocketAddress;
import net.sf.jgcs.spi.ArrayMessage;

final class ToyMessage extends ArrayMessage {
  private static final long serialVersionUID = 1L;

  ToyMessage() {}

  ToyMessage(byte[] payload, int length, SocketAddress sender) {
    super(payload, 0, length, sender);
  }
}
