package net.sf.jgcs.spi;

import java.util.function.Consumer;

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

  /**
   * Runs a callback with its argument in this thread, marked; for what is called for each message,
   * since no object has to be made that holds the argument.
   */
  public static <T> void run(Consumer<T> callback, T argument) {
    Boolean before = INSIDE.get();
    INSIDE.set(Boolean.TRUE);
    try {
      callback.accept(argument);
    } finally {
      INSIDE.set(before);
    }
  }

  /** Tells whether this thread runs a callback. */
  public static boolean inside() {
    return INSIDE.get() != null;
  }
}
