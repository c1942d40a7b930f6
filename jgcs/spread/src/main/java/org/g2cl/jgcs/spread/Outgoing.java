package org.g2cl.jgcs.spread;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.GroupException;

/**
 * What one member sends, in frames that no daemon stumbles over; thread-safe.
 *
 * <p>Receivers keep the beginnings of so many messages of one sender, and so many bytes, and drop
 * more. So no more are begun here at a time: their share for each service, since messages of one
 * service may come before those of another that were sent earlier.
 */
final class Outgoing {
  /** Messages in fragments that are sent at a time. */
  static final int MOST_BEGUN = Reassembly.MOST_PER_SENDER / SpreadService.values().length;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final byte[] NO_HEAD = {};

  private final SpreadSettings settings;
  private final Wire connection;
  private final Duration longestWait;
  private final AtomicInteger lastMessageId = new AtomicInteger();

  /** Bytes that a short one counts for, so that no more than {@link #MOST_BEGUN} are begun. */
  private final int smallestShare;

  /** Bytes of messages in fragments that may be begun now. */
  private final Semaphore toBegin;

  Outgoing(SpreadSettings settings, Wire connection) {
    this(settings, connection, LONGEST_WAIT);
  }

  /** Creates one in which a large message waits so long for those that are being sent. */
  Outgoing(SpreadSettings settings, Wire connection, Duration longestWait) {
    this.settings = settings;
    this.connection = connection;
    this.longestWait = longestWait;
    smallestShare = settings.longestMessage() / MOST_BEGUN;
    toBegin = new Semaphore(settings.longestMessage(), true);
  }

  /** Where frames go, one at a time. */
  interface Wire {
    /** Writes by the writer, alone. */
    void write(DaemonConnection.Writing part) throws GroupException;

    /** Closes it without a good-bye. */
    void close();
  }

  /** Sends to a group, or to a private group; {@code flags} go beside the bit of the service. */
  void send(String to, byte[] payload, SpreadService service, int flags) throws GroupException {
    if (payload.length <= settings.fragmentBytes()) {
      int tag = new Tag(service, false).toApplication();
      int type = service.bit() | flags;
      connection.write(writer -> writer.write(type, to, tag, NO_HEAD, payload, 0, payload.length));
    } else if (payload.length <= settings.longestMessage()) {
      int share = Math.max(payload.length, smallestShare);
      begin(share);
      try {
        sendFragments(to, payload, service, flags);
      } finally {
        toBegin.release(share);
      }
    } else {
      throw new GroupException(
          "a message of %d bytes is longer than %d, half of the setting '%s'; send it in parts, or raise the setting at all members"
              .formatted(payload.length, settings.longestMessage(), SpreadSettings.QUEUE_BYTES));
    }
  }

  private void begin(int share) throws GroupException {
    try {
      if (!toBegin.tryAcquire(share, longestWait.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new GroupException(
            "not sent: this member sends %d messages of more than %d bytes, '%s', at a time, of %d bytes in all, and this one's turn did not come within %s; send fewer at a time"
                .formatted(
                    MOST_BEGUN,
                    settings.fragmentBytes(),
                    SpreadSettings.FRAGMENT_BYTES,
                    settings.longestMessage(),
                    longestWait));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GroupException("interrupted before sending a large message", e);
    }
  }

  private void sendFragments(String to, byte[] payload, SpreadService service, int flags)
      throws GroupException {
    int type = service.fragmentBit() | flags;
    int tag = new Tag(service, true).toApplication();
    int id = lastMessageId.incrementAndGet();
    int sent = 0;
    try {
      while (sent < payload.length) {
        int offset = sent;
        int length = Math.min(settings.fragmentBytes(), payload.length - offset);
        byte[] head = new Fragment(id, payload.length, offset).head();
        connection.write(writer -> writer.write(type, to, tag, head, payload, offset, length));
        sent += length;
      }
    } finally {
      if (sent > 0 && sent < payload.length) {
        connection.close(); // the others must not wait for the rest
      }
    }
  }
}
