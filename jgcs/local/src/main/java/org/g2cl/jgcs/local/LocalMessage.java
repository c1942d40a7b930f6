package org.g2cl.jgcs.local;

import java.net.SocketAddress;
import net.sf.jgcs.spi.ArrayMessage;

/** Message of a local network; the payload is shared by sender and receivers, never copied. */
final class LocalMessage extends ArrayMessage {
  private static final long serialVersionUID = 1L;

  LocalMessage() {}

  private LocalMessage(byte[] payload, SocketAddress sender) {
    super(payload, 0, payload.length, sender);
  }

  LocalMessage from(SocketAddress sender) {
    return new LocalMessage(getPayload(), sender);
  }
}
