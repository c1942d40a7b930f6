package org.g2cl.jgcs.spread;

import java.net.SocketAddress;
import net.sf.jgcs.spi.ArrayMessage;

/** Message of Spread; a delivered one shares the array that it was received in. */
final class SpreadMessage extends ArrayMessage {
  private static final long serialVersionUID = 1L;

  SpreadMessage() {}

  SpreadMessage(byte[] payload, SocketAddress sender) {
    super(payload, 0, payload.length, sender);
  }
}
