package org.g2cl.jgcs.legacy;

import java.util.Arrays;

/**
 * Payload as the plug-in carries it: ours, and one byte behind it.
 *
 * <p>The byte holds the service in bits 0 to 2, bit 3 for a message that its sender must not get,
 * and bit 4 for one of the adapter's own. Plug-ins do not tell the service of a received message,
 * and jGCS 0.6 has no such hint.
 */
final class Frame {
  private static final int SERVICE = 0b111;
  private static final int NOT_TO_SELF = 1 << 3;
  private static final int CONTROL = 1 << 4;
  private static final int KNOWN = SERVICE | NOT_TO_SELF | CONTROL;

  private final byte[] bytes;

  private Frame(byte[] bytes) {
    this.bytes = bytes;
  }

  static Frame of(byte[] payload, LegacyService service, boolean toSelf) {
    return of(payload, service.code() | (toSelf ? 0 : NOT_TO_SELF));
  }

  /** Message of the adapter to that of another member. */
  static Frame control(byte code) {
    return of(new byte[] {code}, LegacyService.FIFO.code() | CONTROL);
  }

  private static Frame of(byte[] payload, int last) {
    byte[] bytes = Arrays.copyOf(payload, payload.length + 1);
    bytes[payload.length] = (byte) last;
    return new Frame(bytes);
  }

  /** Reads a frame, or gives null when the bytes are none. */
  static Frame read(byte[] bytes) {
    if (bytes == null || bytes.length == 0) {
      return null;
    }
    Frame frame = new Frame(bytes);
    boolean known = (frame.last() & ~KNOWN & 0xff) == 0 && frame.service() != null;
    return known ? frame : null;
  }

  private int last() {
    return bytes[bytes.length - 1];
  }

  LegacyService service() {
    return LegacyService.ofCode(last() & SERVICE);
  }

  boolean toSelf() {
    return (last() & NOT_TO_SELF) == 0;
  }

  boolean control() {
    return (last() & CONTROL) != 0;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Bytes of the payload. */
  int length() {
    return bytes.length - 1;
  }
}
