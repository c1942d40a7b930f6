package org.g2cl.cmi.tomee;

/**
 * Interruption that a bean has left to the thread of its call. With it nobody would wait for the
 * backups, and the client would have the bean run once more at another server.
 */
final class CallInterruption {
  private final Thread thread = Thread.currentThread();
  private final boolean localCaller;
  private boolean left;

  /**
   * Creates one for the calling thread, which executes the call.
   *
   * @param localCaller whether the caller goes on by that thread, and is to find it so
   */
  CallInterruption(boolean localCaller) {
    this.localCaller = localCaller;
  }

  boolean isOfThisThread() {
    return thread == Thread.currentThread();
  }

  /** Takes it from the thread. */
  void putAside() {
    left |= Thread.interrupted();
  }

  /** Gives it to a local caller, who finds the thread as the bean has left it. */
  void giveBack() {
    if (left && localCaller) {
      thread.interrupt();
    }
    left = false;
  }
}
