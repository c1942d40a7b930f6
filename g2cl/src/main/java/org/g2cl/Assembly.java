package org.g2cl;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Messages of which some fragments have come. Bounded for each sender: beyond that the ones that
 * wait longest for their next fragment are given up, as are those that have waited for a minute.
 */
final class Assembly {
  static final long MAX_BYTES = 2L * Frame.MAX_FRAME;
  static final int MAX_FRAGMENTS = 1 << 17;

  /** How long a message waits for its next fragment. */
  static final long PATIENCE_NANOS = Duration.ofMinutes(1).toNanos();

  private static final long SWEEP_NANOS = Duration.ofSeconds(1).toNanos();

  private final DroppedFrames dropped;
  private final LongSupplier nanoTime;
  private final BiConsumer<SocketAddress, Long> onGivenUp;
  private final AtomicLong swept;
  private final ConcurrentMap<SocketAddress, OfSender> senders = new ConcurrentHashMap<>();

  Assembly(DroppedFrames dropped) {
    this(dropped, System::nanoTime, (sender, id) -> {});
  }

  /**
   * Creates one.
   *
   * @param onGivenUp told sender and id of each message that is given up, without a lock
   */
  Assembly(
      DroppedFrames dropped, LongSupplier nanoTime, BiConsumer<SocketAddress, Long> onGivenUp) {
    this.dropped = dropped;
    this.nanoTime = nanoTime;
    this.onGivenUp = onGivenUp;
    this.swept = new AtomicLong(nanoTime.getAsLong());
  }

  /** Takes a fragment in; answers the message when it was the last that was missing, else null. */
  ByteBuffer add(SocketAddress sender, Fragment fragment) throws MalformedFrameException {
    long now = nanoTime.getAsLong();
    long last = swept.get();
    if (now - last >= SWEEP_NANOS && swept.compareAndSet(last, now)) {
      sweep(now);
    }
    List<Long> givenUp = new ArrayList<>(0);
    try {
      return senders
          .computeIfAbsent(sender, s -> new OfSender(s, dropped))
          .add(fragment, now, givenUp);
    } finally {
      givenUp.forEach(id -> onGivenUp.accept(sender, id));
    }
  }

  /** Gives up what any sender has left unfinished for too long. */
  private void sweep(long now) {
    senders.forEach(
        (sender, messages) -> messages.giveUpLate(now).forEach(id -> onGivenUp.accept(sender, id)));
  }

  /** Forgets the fragments of other senders. */
  void retain(Predicate<SocketAddress> kept) {
    senders.keySet().removeIf(kept.negate());
    sweep(nanoTime.getAsLong());
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

    synchronized List<Long> giveUpLate(long now) {
      List<Long> givenUp = new ArrayList<>(0);
      giveUp(partial -> now - partial.touched > PATIENCE_NANOS, givenUp);
      return givenUp;
    }

    /** Puts the ids of messages that are given up into the list. */
    synchronized ByteBuffer add(Fragment fragment, long now, List<Long> givenUp)
        throws MalformedFrameException {
      giveUp(partial -> now - partial.touched > PATIENCE_NANOS, givenUp);
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
      giveUp(other -> bytes > MAX_BYTES || fragments > MAX_FRAGMENTS, givenUp);
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

    private void giveUp(Predicate<Partial> condition, List<Long> givenUp) {
      Iterator<Map.Entry<Long, Partial>> oldest = partials.entrySet().iterator();
      while (oldest.hasNext()) {
        Map.Entry<Long, Partial> entry = oldest.next();
        Partial partial = entry.getValue();
        if (!condition.test(partial)) {
          return;
        }
        givenUp.add(entry.getKey());
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
