package org.g2cl.cmi.tomee;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.g2cl.cmi.tomee.graph.Trail;

/**
 * Trails of the sessions called last, within a bound of memory; a session without one is written
 * all the same, only slower. Thread-safe.
 *
 * <p>Who writes a state takes the trail out and, unless there was an error, puts it back.
 */
final class Trails {
  private static final int PART_OF_HEAP = 32;

  private final long limit;

  /** The one put first leaves first. */
  private final Map<Object, Trail> kept = new LinkedHashMap<>();

  private long bytes;

  /**
   * Creates one.
   *
   * @param limit bytes that all trails may take
   */
  Trails(long limit) {
    this.limit = limit;
  }

  static Trails ofHeap() {
    return new Trails(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
  }

  /** Trail of a session, which has none here any more; an empty one when there is none. */
  synchronized Trail take(Object key) {
    Trail trail = kept.remove(key);
    if (trail == null) {
      return new Trail();
    }
    bytes -= trail.heapBytes();
    return trail;
  }

  /** Keeps a trail, if there is room for it once others have left. */
  synchronized void put(Object key, Trail trail) {
    if (trail.isEmpty() || trail.heapBytes() > limit) {
      return;
    }
    forget(key);
    bytes += trail.heapBytes();
    kept.put(key, trail);
    Iterator<Trail> eldest = kept.values().iterator();
    while (bytes > limit) {
      bytes -= eldest.next().heapBytes();
      eldest.remove();
    }
  }

  /** Forgets the trail of a session whose instance has gone. */
  synchronized void forget(Object key) {
    Trail gone = kept.remove(key);
    if (gone != null) {
      bytes -= gone.heapBytes();
    }
  }

  synchronized long heapBytes() {
    return bytes;
  }
}
