package org.g2cl.propagation;

import java.util.Arrays;

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

  /** Difference that the change makes to the state of before, whose checksum is not known. */
  static Patch of(byte[] before, Change change) {
    return before == null || change.state() == null
        ? null
        : of(before, Checksum.of(before), Arrays.mismatch(before, change.state()), change);
  }

  /**
   * Difference that the change makes to the state of before.
   *
   * @param sum checksum of the state of before
   * @param mismatch where the states begin to differ, or -1 when they do not
   * @return null when the change is better sent whole
   */
  static Patch of(byte[] before, int sum, int mismatch, Change change) {
    if (mismatch < 0) {
      return new Patch(change.stamp(), change.request(), change.reply(), sum, sum, null);
    }
    byte[] after = change.state();
    byte[] delta = Delta.between(before, after, mismatch);
    return delta == null
        ? null
        : new Patch(
            change.stamp(), change.request(), change.reply(), sum, Checksum.of(after), delta);
  }

  /** Length of the new state, where this patch has one of its own; else 0. */
  int newLength() {
    return delta == null ? 0 : Delta.newLength(delta);
  }

  /** The change, made on that state of before; null when it was not made on that one. */
  Change on(byte[] before) {
    return before == null ? null : on(before, Checksum.of(before), false);
  }

  /**
   * The change, made on that state of before; null when it was not made on that one.
   *
   * @param sum checksum of the state of before
   * @param mayWrite whether that array may become the new state's; when the answer is null it has
   *     not been written into
   */
  Change on(byte[] before, int sum, boolean mayWrite) {
    if (before == null || sum != baseChecksum) {
      return null;
    }
    if (delta == null) {
      return change(before);
    }
    InPlace inPlace = new InPlace(before, delta);
    if (mayWrite && inPlace.isWorthIt()) {
      return inPlace.checksum(sum) == checksum ? written(inPlace, before) : null;
    }
    byte[] after = Delta.apply(before, delta);
    return after == null || Checksum.of(after) != checksum ? null : change(after);
  }

  /** Nothing is made behind the writing, which could not be taken back. */
  private Change written(InPlace inPlace, byte[] state) {
    Change change = change(state);
    inPlace.write();
    return change;
  }

  private Change change(byte[] state) {
    return new Change(stamp, request, reply, state);
  }
}
