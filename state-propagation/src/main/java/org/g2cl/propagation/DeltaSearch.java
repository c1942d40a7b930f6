package org.g2cl.propagation;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Search for parts of a newer state in an older one.
 *
 * <p>Fields that were overwritten leave all else where it was, so parts of equal length are first
 * compared byte by byte. What was moved is found by a rolling hash over blocks of the older state,
 * as in rsync (A. Tridgell, 1999), with the polynomial hash of Karp and Rabin (1987).
 */
final class DeltaSearch {

  /** Shortest match in place that is worth an instruction of its own. */
  private static final int SHORTEST = Long.BYTES;

  private static final int BLOCK = 16;
  private static final int PRIME = 0x01000193;
  private static final int PRIME_TO_BLOCK = power(BLOCK - 1);

  /** Blocks indexed at most; of larger states every second, fourth … block is. */
  private static final int MAX_BLOCKS = 1 << 14;

  private final byte[] older;
  private final byte[] newer;
  private final DeltaWriter out;

  /** Start of the newer state's part that is not written yet. */
  private int pending;

  DeltaSearch(byte[] older, byte[] newer, DeltaWriter out) {
    this.older = older;
    this.newer = newer;
    this.out = out;
  }

  /** By a view that Java 8 has too; the JIT makes it two loads. */
  static boolean same8(byte[] a, int atA, byte[] b, int atB) {
    return ByteBuffer.wrap(a).getLong(atA) == ByteBuffer.wrap(b).getLong(atB);
  }

  private static int power(int exponent) {
    int power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= PRIME;
    }
    return power;
  }

  /** Writes that part of the newer state, looking it up in that part of the older one. */
  void between(int olderStart, int olderEnd, int newerStart, int newerEnd) {
    int length = newerEnd - newerStart;
    int olderLength = olderEnd - olderStart;
    pending = newerStart;
    if (length >= SHORTEST && length == olderLength && isMostlyInPlace(olderStart, newerEnd)) {
      inPlace(olderStart - newerStart, newerEnd);
    } else if (length >= BLOCK && olderLength >= BLOCK) {
      byBlocks(olderStart, olderEnd, newerEnd);
    }
    out.insert(newerEnd - pending);
  }

  /** Tells, from up to 64 samples, whether most bytes are where they were. */
  private boolean isMostlyInPlace(int olderStart, int newerEnd) {
    int step = Math.max(1, (newerEnd - pending) / 64);
    int same = 0;
    int looked = 0;
    for (int i = pending; i < newerEnd; i += step) {
      same += older[i - pending + olderStart] == newer[i] ? 1 : 0;
      looked++;
    }
    return 2 * same > looked;
  }

  private void inPlace(int shift, int end) {
    int at = pending;
    while (at < end && !out.isTooLong()) {
      int differs = Arrays.mismatch(older, at + shift, end + shift, newer, at, end);
      int run = differs < 0 ? end - at : differs;
      if (run >= SHORTEST) {
        match(at + shift, at, run);
      }
      at += run;
      while (at < end && !isSameAgain(at + shift, at, end)) {
        at++;
      }
    }
  }

  private boolean isSameAgain(int olderAt, int newerAt, int newerEnd) {
    return older[olderAt] == newer[newerAt]
        && (newerEnd - newerAt < SHORTEST || same8(older, olderAt, newer, newerAt));
  }

  private void match(int olderAt, int newerAt, int length) {
    out.insert(newerAt - pending);
    out.copy(olderAt, length);
    pending = newerAt + length;
  }

  private void byBlocks(int olderStart, int olderEnd, int newerEnd) {
    int[] index = index(olderStart, olderEnd);
    int at = pending;
    int hash = at + BLOCK <= newerEnd ? hash(newer, at) : 0;
    while (at + BLOCK <= newerEnd && !out.isTooLong()) {
      int found = index[slot(hash, index.length)] - 1;
      if (found >= 0 && isSameBlock(found, at)) {
        at = extend(found, at, olderStart, newerEnd);
        hash = at + BLOCK <= newerEnd ? hash(newer, at) : 0;
      } else {
        if (at + BLOCK < newerEnd) {
          hash = (hash - newer[at] * PRIME_TO_BLOCK) * PRIME + newer[at + BLOCK];
        }
        at++;
      }
    }
  }

  /** First block of each hash, by slot; where two share a slot the first stays. */
  private int[] index(int start, int end) {
    int blocks = (end - start) / BLOCK;
    int step = BLOCK * Math.max(1, Integer.highestOneBit(2 * blocks / MAX_BLOCKS));
    int[] index = new int[Integer.highestOneBit(Math.max(1, blocks * BLOCK / step)) * 4];
    for (int at = start; at + BLOCK <= end; at += step) {
      int slot = slot(hash(older, at), index.length);
      if (index[slot] == 0) {
        index[slot] = at + 1;
      }
    }
    return index;
  }

  private static int slot(int hash, int slots) {
    int mixed = hash * 0x9E3779B9;
    return (mixed ^ mixed >>> 15) & (slots - 1);
  }

  private static int hash(byte[] bytes, int at) {
    int hash = 0;
    for (int i = at; i < at + BLOCK; i++) {
      hash = hash * PRIME + bytes[i];
    }
    return hash;
  }

  private boolean isSameBlock(int olderAt, int newerAt) {
    return same8(older, olderAt, newer, newerAt)
        && same8(older, olderAt + Long.BYTES, newer, newerAt + Long.BYTES);
  }

  /** Writes the match, made as long as it goes both ways; returns where it ends. */
  private int extend(int olderAt, int newerAt, int olderStart, int newerEnd) {
    int back = 0;
    while (newerAt - back > pending
        && olderAt - back > olderStart
        && older[olderAt - back - 1] == newer[newerAt - back - 1]) {
      back++;
    }
    int room = Math.min(older.length - olderAt, newerEnd - newerAt);
    int differs = Arrays.mismatch(older, olderAt, olderAt + room, newer, newerAt, newerAt + room);
    int ahead = differs < 0 ? room : differs;
    match(olderAt - back, newerAt - back, back + ahead);
    return newerAt + ahead;
  }
}
