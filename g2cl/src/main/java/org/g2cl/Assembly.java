package org.g2cl;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * Messages of which some fragments have come. Bounded for each sender: beyond that the ones that
 * wait longest for their next fragment are given up, as are those that have waited for a minute.
 */
final class Assembly {
  static final long MAX_BYTES = 2L * Frame.MAX_FRAME;
  static final int MAX_FRAGMENTS = 1 << 17;

  private static final long PATIENCE_NANOS = Duration.ofMinutes(1).toNanos();

  private final DroppedFrames dropped;
  private final ConcurrentMap<SocketAddress, OfSender> senders = new ConcurrentHashMap<>();

  Assembly(DroppedFrames dropped) {
    this.dropped = dropped;
  }

  /** Takes a fragment in; answers the message when it was the last that was missing, else null. */
  ByteBuffer add(SocketAddress sender, Fragment fragment) throws MalformedFrameException {
    return senders.computeIfAbsent(sender, s -> new OfSender(s, dropped)).add(fragment);
  }

  /** Forgets the fragments of other senders. */
  void retain(Predicate<SocketAddress> kept) {
    senders.keySet().removeIf(kept.negate());
  }

  /** One message. */
  private static final class Partial {
    final Map<Integer, ByteBuffer> parts = new LinkedHashMap<>();
    final int count;
    long bytes;
    long touched;

    Partial(int count) {
      this.count = count;
    }

    ByteBuffer joined() {
      ByteBuffer whole = ByteBuffer.allocate((int) bytes);
      for (int i = 0; i < count; i++) {
        whole.put(parts.get(i));
      }
      return whole.flip();
    }
  }

  /** Messages of one sender, the one whose last fragment is oldest first. */
  private static final class OfSender {
    private final SocketAddress sender;
    private final DroppedFrames dropped;
    private final Map<Long, Partial> partials = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;
    private int fragments;

    OfSender(SocketAddress sender, DroppedFrames dropped) {
      this.sender = sender;
      this.dropped = dropped;
    }

    synchronized ByteBuffer add(Fragment fragment) throws MalformedFrameException {
      long now = System.nanoTime();
      giveUp(partial -> now - partial.touched > PATIENCE_NANOS);
      Partial partial =
          partials.computeIfAbsent(fragment.id(), id -> new Partial(fragment.count()));
      check(partial, fragment);
      partial.parts.put(fragment.index(), fragment.bytes());
      partial.touched = now;
      count(partial, fragment.bytes().remaining(), 1);
      if (partial.parts.size() == partial.count) {
        forget(fragment.id(), partial);
        return partial.joined();
      }
      giveUp(other -> bytes > MAX_BYTES || fragments > MAX_FRAGMENTS);
      return null;
    }

    private static void check(Partial partial, Fragment fragment) throws MalformedFrameException {
      if (partial.count != fragment.count() || partial.parts.containsKey(fragment.index())) {
        throw new MalformedFrameException(
            "fragment %d of %d does not fit the others of its message"
                .formatted(fragment.index(), fragment.count()));
      }
      if (partial.bytes + fragment.bytes().remaining() > Frame.MAX_FRAME) {
        throw new MalformedFrameException("fragments of an oversized message");
      }
    }

    private void count(Partial partial, int more, int parts) {
      partial.bytes += more;
      bytes += more;
      fragments += parts;
    }

    private void forget(long id, Partial partial) {
      partials.remove(id);
      bytes -= partial.bytes;
      fragments -= partial.parts.size();
    }

    private void giveUp(Predicate<Partial> condition) {
      Iterator<Partial> oldest = partials.values().iterator();
      while (oldest.hasNext()) {
        Partial partial = oldest.next();
        if (!condition.test(partial)) {
          return;
        }
        oldest.remove();
        bytes -= partial.bytes;
        fragments -= partial.parts.size();
        dropped.add(
            sender,
            new MalformedFrameException(
                "message of %d fragments of which only %d came"
                    .formatted(partial.count, partial.parts.size())));
      }
    }
  }
}
