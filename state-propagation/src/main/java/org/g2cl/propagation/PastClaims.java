package org.g2cl.propagation;

/**
 * Epochs of sessions that are known here no more: what is left of a claim when its entry has served
 * as a fence. A request that was held up for longer than fences are kept is so told from a new one.
 *
 * <p>The last {@value #KEPT} at least, at most twice as many, in 32 bytes each; by a hash of their
 * ids, so that a session may be taken for another one: its epochs then begin higher, which does no
 * harm. Thread-safe.
 */
final class PastClaims {
  static final int KEPT = 1 << 15;

  private Part now = new Part();
  private Part before = new Part();

  /** Remembers the epoch of a session, unless it is 0. */
  synchronized void note(SessionId session, long epoch) {
    if (epoch == 0) {
      return;
    }
    if (now.count == KEPT) {
      before = now;
      now = new Part();
    }
    now.put(hash(session.value()), epoch);
  }

  /** Last epoch that was noted, or 0 when none is known. */
  synchronized long epochOf(SessionId session) {
    long hash = hash(session.value());
    long epoch = now.get(hash);
    return epoch == 0 ? before.get(hash) : epoch;
  }

  /** FNV-1a of 64 bits (G. Fowler, L. C. Noll, P. Vo), mixed once more since slots are its end. */
  private static long hash(String id) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < id.length(); i++) {
      hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
    }
    return hash ^ (hash >>> 32);
  }

  /** Table with open addressing, never more than half full; epoch 0 marks a slot as free. */
  private static final class Part {
    private static final int FIRST_SLOTS = 64;

    private long[] hashes = new long[FIRST_SLOTS];
    private long[] epochs = new long[FIRST_SLOTS];
    private int count;

    private int slot(long hash) {
      int slot = (int) hash & (hashes.length - 1);
      while (epochs[slot] != 0 && hashes[slot] != hash) {
        slot = (slot + 1) & (hashes.length - 1);
      }
      return slot;
    }

    long get(long hash) {
      return epochs[slot(hash)];
    }

    /** An error, as of no memory, leaves the table as it is. */
    void put(long hash, long epoch) {
      if (2 * (count + 1) > hashes.length) {
        grow();
      }
      int slot = slot(hash);
      if (epochs[slot] == 0) {
        count++;
      }
      hashes[slot] = hash;
      epochs[slot] = epoch;
    }

    private void grow() {
      long[] moreHashes = new long[2 * hashes.length];
      long[] moreEpochs = new long[moreHashes.length];
      long[] oldHashes = hashes;
      long[] oldEpochs = epochs;
      hashes = moreHashes; // from here on nothing fails
      epochs = moreEpochs;
      for (int i = 0; i < oldHashes.length; i++) {
        if (oldEpochs[i] != 0) {
          int slot = slot(oldHashes[i]);
          hashes[slot] = oldHashes[i];
          epochs[slot] = oldEpochs[i];
        }
      }
    }
  }
}
