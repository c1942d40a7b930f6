package org.g2cl.jgcs.spread;

/** Bits of the service type word, the first of a frame. */
final class Bits {
  static final int UNRELIABLE = 0x1;
  static final int RELIABLE = 0x2;
  static final int FIFO = 0x4;
  static final int CAUSAL = 0x8;
  static final int AGREED = 0x10;
  static final int SAFE = 0x20;
  static final int ANY_REGULAR = UNRELIABLE | RELIABLE | FIFO | CAUSAL | AGREED | SAFE;
  static final int SELF_DISCARD = 0x40;
  static final int BY_JOIN = 0x100;
  static final int BY_LEAVE = 0x200;
  static final int BY_DISCONNECT = 0x400;
  static final int BY_NETWORK = 0x800;
  static final int REGULAR_MEMBERSHIP = 0x1000;
  static final int TRANSITION = 0x2000;
  static final int ANY_MEMBERSHIP = 0x3f00;
  static final int JOIN = 0x10000;
  static final int LEAVE = 0x20000;
  static final int KILL = 0x40000;
  static final int REJECT = 0x400000;

  /** Both set: the writer is little-endian; both clear: big-endian. */
  static final int BYTE_ORDER_MARK = 0x80000080;

  private Bits() {}
}
