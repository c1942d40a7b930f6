package net.sf.jgcs.spi.jgroups;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Last messages that a member delivered in total order, and how far it came in the sequences of the
 * last coordinators.
 *
 * <p>It holds what a member can lag behind another: JGroups' flow control (MFC) lets a coordinator
 * cast 4 MB more than the slowest member has taken. Only of messages that are cast in less than
 * about 100 bytes each that may be more than it holds. Not thread-safe.
 *
 * @param <A> address of a member
 */
final class OrderTail<A> {
  private static final int MOST_COORDINATORS = 4;
  private static final long MOST_BYTES = 8 << 20;

  /** About what an entry takes besides its message. */
  private static final int BYTES_OF_ENTRY = 112;

  /** A message, as the coordinator cast it. */
  record Entry<A>(A coordinator, long position, ByteBuffer message) {
    private long bytes() {
      return (long) BYTES_OF_ENTRY + message.remaining();
    }
  }

  /** Time in which one coordinator led. */
  private static final class Reign<A> {
    private final A coordinator;
    private final long view;
    private final long begin;
    private long from;
    private long position;

    Reign(A coordinator, long view, long position) {
      this.coordinator = coordinator;
      this.view = view;
      this.begin = position;
      this.from = position;
      this.position = position;
    }
  }

  private final List<Reign<A>> reigns = new ArrayList<>();
  private final Deque<Entry<A>> entries = new ArrayDeque<>();
  private long bytes;

  /** Goes on with the sequence of that coordinator, after the position. */
  void follow(A coordinator, long view, long position) {
    reigns.removeIf(reign -> reign.coordinator.equals(coordinator));
    reigns.add(new Reign<>(coordinator, view, position));
    if (reigns.size() > MOST_COORDINATORS) {
      reigns.remove(0);
    }
  }

  /**
   * Takes a message that is about to be delivered.
   *
   * @param message is not copied, and must not be changed any more
   * @return false when the member came as far before, or does not follow that coordinator
   */
  boolean add(A coordinator, long position, ByteBuffer message) {
    if (!lacks(coordinator, position)) {
      return false;
    }
    Reign<A> reign = reign(coordinator);
    reign.position = position;
    Entry<A> entry = new Entry<>(reign.coordinator, position, message);
    entries.add(entry);
    bytes += entry.bytes();
    while (bytes > MOST_BYTES) {
      forgetOldest();
    }
    return true;
  }

  /** Whether the member follows that coordinator, and has not come so far. */
  boolean lacks(A coordinator, long position) {
    Reign<A> reign = reign(coordinator);
    return reign != null && position > reign.position;
  }

  /** Whether it delivered what a later coordinator cast: messages of this one come too late. */
  boolean isPast(A coordinator) {
    boolean isLater = false;
    for (Reign<A> reign : reigns) {
      if (isLater && reign.position > reign.begin) {
        return true;
      }
      isLater |= reign.coordinator.equals(coordinator);
    }
    return false;
  }

  /** Forgets all but what that coordinator cast, with the others' sequences. */
  void forgetOthers(A coordinator) {
    reigns.removeIf(reign -> !reign.coordinator.equals(coordinator));
    entries.removeIf(entry -> !entry.coordinator.equals(coordinator));
    bytes = entries.stream().mapToLong(Entry::bytes).sum();
  }

  private void forgetOldest() {
    Entry<A> oldest = entries.remove();
    bytes -= oldest.bytes();
    Reign<A> reign = reign(oldest.coordinator);
    if (reign != null) {
      reign.from = oldest.position;
    }
  }

  /** Notes that there is nothing up to the position that the member has not delivered. */
  void reached(A coordinator, long position) {
    Reign<A> reign = reign(coordinator);
    if (reign != null) {
      reign.position = Math.max(reign.position, position);
    }
  }

  /** Messages of that coordinator's sequence after the one position, and up to the other. */
  List<Entry<A>> between(A coordinator, long after, long upTo) {
    return entries.stream()
        .filter(entry -> entry.position > after && entry.position <= upTo)
        .filter(entry -> entry.coordinator.equals(coordinator))
        .toList();
  }

  /** Whether messages after the position had to make room for later ones. */
  boolean hasForgotten(A coordinator, long position) {
    Reign<A> reign = reign(coordinator);
    return reign != null && reign.from > reign.begin && reign.from > position;
  }

  /** How far the member came with each coordinator, the oldest first. */
  List<OrderPlace<A>> places() {
    return reigns.stream()
        .map(reign -> new OrderPlace<>(reign.coordinator, reign.view, reign.from, reign.position))
        .toList();
  }

  /** Null when the member does not follow that coordinator. */
  private Reign<A> reign(A coordinator) {
    for (int i = reigns.size() - 1; i >= 0; i--) { // mostly the last one
      if (reigns.get(i).coordinator.equals(coordinator)) {
        return reigns.get(i);
      }
    }
    return null;
  }
}
