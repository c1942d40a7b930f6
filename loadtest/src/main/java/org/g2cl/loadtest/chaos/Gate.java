package org.g2cl.loadtest.chaos;

/** Gate that all clients pass before each call, so that they can be made to wait between calls. */
final class Gate {
  private int inside;
  private boolean shut;
  private boolean ended;

  /** Waits while the gate is shut; false when there is no more work to do. */
  synchronized boolean enter() throws InterruptedException {
    while (shut && !ended) {
      wait();
    }
    if (ended) {
      return false;
    }
    inside++;
    return true;
  }

  synchronized void leave() {
    inside--;
    notifyAll();
  }

  /** Shuts the gate and waits until nobody is inside. */
  synchronized void shut() throws InterruptedException {
    shut = true;
    while (inside > 0) {
      wait();
    }
  }

  synchronized void open() {
    shut = false;
    notifyAll();
  }

  /** Lets nobody in any more. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }
}
