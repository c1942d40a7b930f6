package org.g2cl.jgcs.legacy;

import java.net.SocketAddress;
import net.sf.jgcs.spi.ArrayMessage;

/** Message of ours; the plug-in's own object is made when it is sent. */
final class LegacyMessage extends ArrayMessage {
  private static final long serialVersionUID = 1L;

  LegacyMessage() {}

  LegacyMessage(Frame frame, SocketAddress sender) {
    super(frame.bytes(), 0, frame.length(), sender);
  }
}
