package net.sf.jgcs.spi;

/**
 * Mark of the threads in which an engine calls the application, where it must not wait for itself.
 *
 * <p>An addition to jGCS 0.8.
 */
public final class ListenerThreads {
  private static final ThreadLocal<Boolean> INSIDE = new ThreadLocal<>();

  private ListenerThreads() {}

  /** Runs a callback of the application in this thread, marked. */
  public static void run(Runnable callback) {
    Boolean before = INSIDE.get();
    INSIDE.set(Boolean.TRUE);
    try {
      callback.run();
    } finally {
      INSIDE.set(before);
    }
  }

  /** Tells whether this thread runs a callback. */
  public static boolean inside() {
    return INSIDE.get() != null;
  }
}
