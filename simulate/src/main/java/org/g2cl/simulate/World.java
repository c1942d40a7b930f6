package org.g2cl.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Virtual time: events in their order, one thread at a time.
 *
 * <p>The thread that calls {@link #run} executes the events. An event may hand the turn to a {@link
 * Fiber}, a thread in which simulated code may wait; the turn comes back when it waits or ends. So
 * whatever the operating system does, one seed gives one history.
 */
final class World {
  /** Wake-ups are spread over this time, so that threads overtake each other. */
  private static final int WAKE_NANOS = 20_000;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Map<Object, List<Waiter>> waiters = new IdentityHashMap<>();
  private final Random random;
  private final History history = new History();
  private long now;
  private long lastNumber;
  private long executed;
  private Thread loop;
  private volatile boolean loopsTurn;

  /** Fiber that has the turn, or null while the loop has it. */
  private Fiber running;

  World(long seed) {
    random = new Random(seed);
  }

  long now() {
    return now;
  }

  long executed() {
    return executed;
  }

  Random random() {
    return random;
  }

  History history() {
    return history;
  }

  /** Notes a line in the history. */
  void note(String text) {
    history.add(now, text);
  }

  Duration between(Duration shortest, Duration longest) {
    long low = shortest.toNanos();
    return Duration.ofNanos(low + (long) (random.nextDouble() * (longest.toNanos() - low)));
  }

  boolean happens(double share) {
    return random.nextDouble() < share;
  }

  void at(long nanos, Machine machine, Runnable action) {
    events.add(new Event(Math.max(now, nanos), ++lastNumber, machine, action));
  }

  void after(Duration delay, Machine machine, Runnable action) {
    at(now + delay.toNanos(), machine, action);
  }

  /** Executes what happens until that time. */
  void run(Duration until) {
    loop = Thread.currentThread();
    long end = until.toNanos();
    while (!events.isEmpty() && events.peek().nanos() <= end) {
      Event event = events.poll();
      now = event.nanos();
      execute(event);
    }
    now = end;
  }

  private void execute(Event event) {
    Machine machine = event.machine();
    if (machine != null && !machine.isAlive()) {
      return;
    }
    if (machine != null && machine.isPaused()) {
      machine.defer(event);
      return;
    }
    executed++;
    event.action().run();
  }

  // ---------------------------------------------------------------- turns

  /** Fiber that is running. */
  Fiber running() {
    if (running == null) {
      throw new AssertionError("code that must not wait does: it runs in a delivery or a timer");
    }
    return running;
  }

  /** Hands the turn to a fiber; returns when it waits or has ended. */
  void handTo(Fiber fiber, Runnable wakeUp) {
    Fiber before = running;
    if (before != null) {
      throw new AssertionError(before + " hands the turn to " + fiber);
    }
    running = fiber;
    loopsTurn = false;
    wakeUp.run();
    while (!loopsTurn) {
      LockSupport.park(this);
    }
    running = null;
  }

  /** Gives the turn back to the loop; called by the fiber, which then goes to sleep. */
  void handBack() {
    loopsTurn = true;
    LockSupport.unpark(loop);
  }

  // ---------------------------------------------------------------- waits on monitors

  void enlist(Waiter waiter, Object monitor) {
    waiters.computeIfAbsent(monitor, m -> new ArrayList<>(2)).add(waiter);
  }

  void delist(Waiter waiter, Object monitor) {
    List<Waiter> list = waiters.get(monitor);
    if (list != null && list.remove(waiter) && list.isEmpty()) {
      waiters.remove(monitor);
    }
  }

  void signalAll(Object monitor) {
    List<Waiter> list = waiters.get(monitor);
    if (list != null) {
      list.forEach(this::wakeSoon);
    }
  }

  void wakeSoon(Waiter waiter) {
    if (waiter.signal()) {
      at(now + random.nextInt(WAKE_NANOS), waiter.fiber().machine(), waiter::resume);
    }
  }
}
