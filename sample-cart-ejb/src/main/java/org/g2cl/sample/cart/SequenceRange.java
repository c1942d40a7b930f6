package org.g2cl.sample.cart;

import java.io.Serializable;

/** The sequence numbers {@code from} to {@code to}, both included. */
public record SequenceRange(long from, long to) implements Serializable {

  /** How many numbers the range holds. */
  public long length() {
    return to - from + 1;
  }
}
