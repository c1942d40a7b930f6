package org.g2cl.propagation;

/**
 * State of a session as one member holds it: its bytes in memory, or where they were put away.
 *
 * <p>Not thread-safe; the entry's monitor guards it.
 */
final class HeldState {
  /** Null when there is none, and while it is put away. */
  private byte[] bytes;

  /** Of the bytes in memory, where it is known. */
  private int checksum;

  private boolean isSummed;

  /** True while nobody but this has the array, so that it may be written into. */
  private boolean isAlone;

  private PutAwayState away;

  /**
   * Bytes, taken back into memory where they were put away, or null when there are none.
   *
   * @throws UnreadableStateException when they cannot be read
   */
  byte[] bytes() {
    if (away != null) {
      keep(away.read());
    }
    isAlone = false;
    return bytes;
  }

  /** The same, without taking them back. */
  byte[] read() {
    isAlone = false;
    return away == null ? bytes : away.read();
  }

  /** Tells whether they are not in memory. */
  boolean isAway() {
    return away != null;
  }

  boolean isNone() {
    return bytes == null && away == null;
  }

  /** Takes these in the place of what there was; null for none. */
  void keep(byte[] now) {
    isSummed &= now == bytes && now != null;
    isAlone = false;
    bytes = now;
    PutAwayState gone = away;
    away = null;
    if (gone != null) {
      gone.delete();
    }
  }

  /** Tells whether the bytes are in memory and nobody else has their array. */
  boolean isAlone() {
    return isAlone && away == null;
  }

  /** Notes whether anybody else has the array. */
  void alone(boolean isSo) {
    isAlone = isSo;
  }

  /** Checksum of the bytes in memory; 0 when there are none. */
  int checksum() {
    if (!isSummed && bytes != null) {
      checksum = Checksum.of(bytes);
      isSummed = true;
    }
    return isSummed ? checksum : 0;
  }

  /** Checksum of what was read just now. */
  int checksumOf(byte[] read) {
    return away == null ? checksum() : Checksum.of(read);
  }

  /** Notes the checksum of a state, if it is the one that is kept. */
  void summed(byte[] of, int sum) {
    if (of == bytes && of != null) {
      checksum = sum;
      isSummed = true;
    }
  }

  /** Number of bytes that are in memory. */
  int inMemory() {
    return bytes == null ? 0 : bytes.length;
  }

  /** Bytes in memory, into which nobody writes from now on; null when there are none. */
  byte[] toPutAway() {
    isAlone = false;
    return bytes;
  }

  /**
   * Lets those bytes leave memory.
   *
   * @param where they have been put
   * @return false when there are others by now, which stay
   */
  boolean putAway(byte[] those, PutAwayState where) {
    if (bytes != those) {
      return false;
    }
    away = where;
    bytes = null;
    isSummed = false;
    return true;
  }
}
