package net.sf.jgcs.spi;

/**
 * Mark of the threads in which an engine calls the application, where it must not wait for itself.
 *
 * <p>An addition to jGCS 0.8.
 */
public final class ListenerThreads {
  /** One element for each thread, true inside; of a class that outlives the application's. */
  private static final ThreadLocal<boolean[]> INSIDE =
      ThreadLocal.withInitial(() -> new boolean[1]);

  private ListenerThreads() {}

  /** Runs a callback of the application in this thread, marked. */
  public static void run(Runnable callback) {
    boolean before = enter();
    try {
      callback.run();
    } finally {
      leave(before);
    }
  }

  /**
   * Marks this thread until {@link #leave}, for callers that would need an object for each call.
   *
   * @return what to leave with, in a {@code finally}
   */
  public static boolean enter() {
    boolean[] inside = INSIDE.get();
    boolean before = inside[0];
    inside[0] = true;
    return before;
  }

  /** Ends the mark of {@link #enter()}, which answered that. */
  public static void leave(boolean before) {
    if (!before) {
      INSIDE.get()[0] = false;
    }
  }

  /** Tells whether this thread runs a callback. */
  public static boolean inside() {
    return INSIDE.get()[0];
  }
}
