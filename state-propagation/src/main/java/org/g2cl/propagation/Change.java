package org.g2cl.propagation;

/**
 * What one call made of its session.
 *
 * @param state new state, or null when the session is removed
 */
@SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
record Change(Stamp stamp, RequestId request, byte[] reply, byte[] state) {
  boolean isRemoval() {
    return state == null;
  }
}
