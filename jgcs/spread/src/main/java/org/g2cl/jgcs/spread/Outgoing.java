package org.g2cl.jgcs.spread;

import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.GroupException;

/** What one member sends, in frames that no daemon stumbles over; thread-safe. */
final class Outgoing {
  private static final byte[] NO_HEAD = {};

  private final SpreadSettings settings;
  private final DaemonConnection connection;
  private final AtomicInteger lastMessageId = new AtomicInteger();

  Outgoing(SpreadSettings settings, DaemonConnection connection) {
    this.settings = settings;
    this.connection = connection;
  }

  /** Sends to a group, or to a private group; {@code flags} go beside the bit of the service. */
  void send(String to, byte[] payload, SpreadService service, int flags) throws GroupException {
    if (payload.length <= settings.fragmentBytes()) {
      int tag = new Tag(service, false).toApplication();
      int type = service.bit() | flags;
      connection.write(writer -> writer.write(type, to, tag, NO_HEAD, payload, 0, payload.length));
    } else if (payload.length <= settings.longestMessage()) {
      sendFragments(to, payload, service, flags);
    } else {
      throw new GroupException(
          "a message of %d bytes is longer than %d, half of the setting '%s'; send it in parts, or raise the setting at all members"
              .formatted(payload.length, settings.longestMessage(), SpreadSettings.QUEUE_BYTES));
    }
  }

  private void sendFragments(String to, byte[] payload, SpreadService service, int flags)
      throws GroupException {
    int type = service.fragmentBit() | flags;
    int tag = new Tag(service, true).toApplication();
    int id = lastMessageId.incrementAndGet();
    for (int at = 0; at < payload.length; at += settings.fragmentBytes()) {
      int offset = at;
      int length = Math.min(settings.fragmentBytes(), payload.length - at);
      byte[] head = new Fragment(id, payload.length, offset).head();
      try {
        connection.write(writer -> writer.write(type, to, tag, head, payload, offset, length));
      } catch (GroupException e) {
        connection.close(); // the others must not wait for the rest
        throw e;
      }
    }
  }
}
