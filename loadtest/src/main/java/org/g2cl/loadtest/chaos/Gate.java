package org.g2cl.loadtest.chaos;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Gate that all clients pass before each call, so that they can be made to wait between calls. A
 * client that stays inside longer than a call may take is given up: it is waited for once.
 */
final class Gate {
  private final Set<Object> inside = new LinkedHashSet<>();
  private final Set<Object> givenUp = new LinkedHashSet<>();
  private boolean shut;
  private boolean ended;

  /** Waits while the gate is shut; false when there is no more work to do. */
  synchronized boolean enter(Object client) throws InterruptedException {
    while (shut && !ended) {
      wait();
    }
    if (ended) {
      return false;
    }
    inside.add(client);
    return true;
  }

  synchronized void leave(Object client) {
    inside.remove(client);
    notifyAll();
  }

  /**
   * Shuts the gate and waits until nobody is inside.
   *
   * @param longest longest time that a call may take
   * @return clients that are given up now
   */
  synchronized List<Object> shut(Duration longest) throws InterruptedException {
    shut = true;
    return awaitEmpty(longest);
  }

  private List<Object> awaitEmpty(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    for (long left = longest.toMillis();
        left > 0 && !late().isEmpty();
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
      wait(left);
    }
    List<Object> late = late();
    givenUp.addAll(late);
    return late;
  }

  private List<Object> late() {
    return inside.stream().filter(client -> !givenUp.contains(client)).toList();
  }

  /** Whether a client is inside. */
  synchronized boolean holds(Object client) {
    return inside.contains(client);
  }

  synchronized void open() {
    shut = false;
    notifyAll();
  }

  /**
   * Lets nobody in any more, and waits as {@link #shut} does.
   *
   * @return clients that are given up now
   */
  synchronized List<Object> end(Duration longest) throws InterruptedException {
    ended = true;
    notifyAll();
    return awaitEmpty(longest);
  }
}
