package org.g2cl.cmi.jonas;

import java.util.Arrays;

/** State of a session of which the last call could not be replicated: one byte, no bean's own. */
final class LostState {
  private static final byte[] BYTES = {1};

  private LostState() {}

  static byte[] bytes() {
    return BYTES.clone();
  }

  static boolean is(byte[] state) {
    return Arrays.equals(state, BYTES);
  }
}
