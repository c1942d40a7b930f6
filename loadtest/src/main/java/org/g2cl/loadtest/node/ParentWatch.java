package org.g2cl.loadtest.node;

import java.io.IOException;
import java.io.InputStream;

/** Ends this JVM when the process at the other end of its standard input ends. */
public final class ParentWatch {
  private static final int PARENT_IS_GONE = 4;

  private ParentWatch() {}

  /** Starts to watch. */
  public static void start() {
    Thread thread = new Thread(() -> watch(System.in), "parent-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private static void watch(InputStream in) {
    try {
      while (in.read() >= 0) {
        // nobody writes here; only the end counts
      }
    } catch (IOException e) {
      // the same as the end
    }
    Runtime.getRuntime().halt(PARENT_IS_GONE);
  }
}
