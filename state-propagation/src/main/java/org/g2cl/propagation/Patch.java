package org.g2cl.propagation;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * What one call made of its session, told by the difference to the state of before.
 *
 * @param baseChecksum of the state of before (CRC-32, which Java 8 has too); a copy whose state has
 *     another one takes nothing
 * @param checksum of the new state
 * @param delta difference as of {@link Delta}, or null when the state is as before
 */
@SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
record Patch(
    Stamp stamp, RequestId request, byte[] reply, int baseChecksum, int checksum, byte[] delta) {

  /**
   * Difference that the change makes to the state of before.
   *
   * @param before null when there was none
   * @return null when the change is better sent whole
   */
  static Patch of(byte[] before, Change change) {
    byte[] after = change.state();
    if (before == null || after == null) {
      return null;
    }
    int mismatch = after == before ? -1 : Arrays.mismatch(before, after);
    if (mismatch < 0) {
      int sum = sum(before);
      return new Patch(change.stamp(), change.request(), change.reply(), sum, sum, null);
    }
    byte[] delta = Delta.between(before, after, mismatch);
    return delta == null
        ? null
        : new Patch(
            change.stamp(), change.request(), change.reply(), sum(before), sum(after), delta);
  }

  /** Length of the new state, where this patch has one of its own; else 0. */
  int newLength() {
    return delta == null ? 0 : Delta.newLength(delta);
  }

  /** The change, made on that state of before; null when it was not made on that one. */
  Change on(byte[] before) {
    if (before == null || sum(before) != baseChecksum) {
      return null;
    }
    byte[] after = delta == null ? before : Delta.apply(before, delta);
    return after == null || (delta != null && sum(after) != checksum)
        ? null
        : new Change(stamp, request, reply, after);
  }

  private static int sum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, bytes.length);
    return (int) sum.getValue();
  }
}
