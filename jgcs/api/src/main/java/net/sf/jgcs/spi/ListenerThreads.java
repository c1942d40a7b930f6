package net.sf.jgcs.spi;

import java.util.function.Consumer;

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
    run(Runnable::run, callback);
  }

  /**
   * Runs a callback in this thread, marked, with what it takes: many of them without an object for
   * each.
   *
   * @param <T> what it takes
   */
  public static <T> void run(Consumer<T> callback, T argument) {
    boolean[] inside = INSIDE.get();
    boolean before = inside[0];
    inside[0] = true;
    try {
      callback.accept(argument);
    } finally {
      inside[0] = before;
    }
  }

  /** Tells whether this thread runs a callback. */
  public static boolean inside() {
    return INSIDE.get()[0];
  }
}
