package org.g2cl.propagation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Program that puts a state away and reads it back, in a JVM with little memory outside the heap,
 * and says how it went.
 */
final class SmallMemoryJvm {
  private SmallMemoryJvm() {}

  /** Arguments: folder, number of bytes. */
  @SuppressWarnings("SystemOut") // what it is for
  public static void main(String[] arguments) throws IOException {
    byte[] state = new byte[Integer.parseInt(arguments[1])];
    Arrays.fill(state, (byte) 7);
    StateFolder folder = StateFolder.open(Path.of(arguments[0]));
    try {
      boolean same = Arrays.equals(folder.put("Cart", state).read(), state);
      System.out.println(same ? "the same" : "another");
    } catch (OutOfMemoryError e) {
      System.out.println(e.getMessage());
    }
  }
}
