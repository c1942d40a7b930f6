package org.g2cl.jgcs.local;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/** Time that a test moves by hand; everything runs in the thread that moves it. */
final class SimulatedClock implements NetworkClock {
  private final EventQueue events = new EventQueue();
  private final Queue<Runnable> deliveries = new ArrayDeque<>();
  private long now;

  @Override
  public synchronized long nanos() {
    return now;
  }

  @Override
  public void at(long nanos, Runnable event) {
    events.add(Math.max(nanos, nanos()), event);
  }

  @Override
  public synchronized void deliver(Runnable delivery) {
    deliveries.add(delivery);
  }

  @Override
  public boolean concurrent() {
    return false;
  }

  /** Moves the time, running what falls due on the way; what that sends runs too when it is due. */
  void advance(Duration step) {
    long end = nanos() + step.toNanos();
    runDeliveries();
    EventQueue.Event due = events.takeDue(end);
    while (due != null) {
      moveTo(Math.max(nanos(), due.nanos()));
      due.action().run();
      runDeliveries();
      due = events.takeDue(end);
    }
    moveTo(end);
  }

  private void runDeliveries() {
    Runnable next = takeDelivery();
    while (next != null) {
      next.run();
      next = takeDelivery();
    }
  }

  private synchronized Runnable takeDelivery() {
    return deliveries.poll();
  }

  private synchronized void moveTo(long nanos) {
    now = nanos;
  }
}
