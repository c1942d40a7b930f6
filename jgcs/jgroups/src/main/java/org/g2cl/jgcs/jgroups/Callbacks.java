package org.g2cl.jgcs.jgroups;

/**
 * Mark of the threads in which JGroups calls the application, where it must not wait for itself.
 */
final class Callbacks {
  private static final ThreadLocal<Boolean> INSIDE = new ThreadLocal<>();

  private Callbacks() {}

  static void run(Runnable callback) {
    Boolean before = INSIDE.get();
    INSIDE.set(Boolean.TRUE);
    try {
      callback.run();
    } finally {
      INSIDE.set(before);
    }
  }

  static boolean inside() {
    return INSIDE.get() != null;
  }
}
