package org.g2cl.cmi.tomee.graph;

/**
 * What one graph consisted of when it was last written: a help to write it again, which changes
 * nothing of what is written.
 *
 * <p>An object is looked for where it was; a text that is the same object, and so has the same
 * characters, is not looked at, since its bytes are there; nor is an object that is the same one
 * and has only final fields, with values or texts. Of all other objects each field is read again.
 * Parts of large collections that consist of such objects, as before, are passed by at once. Used
 * by one thread at a time; after an error it is empty.
 */
public final class Trail {
  /** Smaller graphs are written in less time than a trail would spare. */
  private static final int SMALLEST = 4_096;

  private Mentions mentions;
  private byte[] bytes;

  /** An empty one, for a graph that was not written yet. */
  public Trail() {}

  /** Tells whether there is nothing worth keeping. */
  public boolean isEmpty() {
    return bytes == null;
  }

  /** Bytes of heap that it takes, those of the graph's bytes included. */
  public int heapBytes() {
    return isEmpty() ? 0 : bytes.length + mentions.heapBytes();
  }

  Mentions mentions() {
    return mentions;
  }

  byte[] bytes() {
    return bytes;
  }

  static boolean isWorthIt(byte[] written) {
    return written.length >= SMALLEST;
  }

  /** Until it is kept again, which it is not after an error. */
  void clear() {
    mentions = null;
    bytes = null;
  }

  void keep(Mentions of, byte[] written) {
    mentions = of;
    bytes = written;
  }
}
