package org.g2cl.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Virtual time: events in their order, one thread at a time.
 *
 * <p>Whoever has the turn executes the events: a {@link Fiber}, a thread in which simulated code
 * may wait, does so while it waits, and gives the turn away only when an event ends the wait of
 * another. So whatever the operating system does, one seed gives one history.
 */
final class World {
  /** Wake-ups are spread over this time, so that threads overtake each other. */
  private static final int WAKE_NANOS = 20_000;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final IdentityHashMap<Object, List<Waiter>> waiters = new IdentityHashMap<>();
  private final Carriers carriers = new Carriers();
  private final Random random;
  private final History history = new History();
  private long now;
  private long lastNumber;
  private long executed;
  private long endNanos;

  /** Caller of {@link #run}. */
  private Waiter main;

  /** Fiber that is running, or null while an event is executed. */
  private Fiber running;

  /** Wait that the event executed last has ended, or null. */
  private Waiter ended;

  /** Fiber that the event executed last has started, or null. */
  private Fiber started;

  private Throwable failure;

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
    endNanos = until.toNanos();
    main = new Waiter(this, null, null);
    pass(main);
    now = endNanos;
    if (failure != null) {
      throw new IllegalStateException("an event failed at " + now + " ns", failure);
    }
  }

  /** Ends the threads in which its fibers ran; those of which one waits yet stay. */
  void end() {
    carriers.end();
  }

  private void execute(Event event) {
    now = event.nanos();
    Machine machine = event.machine();
    if (machine != null && !machine.isAlive()) {
      return;
    }
    if (machine != null && machine.isPaused()) {
      machine.defer(event);
      return;
    }
    executed++;
    try {
      event.action().run();
    } catch (Throwable e) { // must not end the wait of the fiber that happens to execute it
      failure = e;
    }
  }

  // ---------------------------------------------------------------- turns

  /** Fiber that is running. */
  Fiber running() {
    if (running == null) {
      throw new AssertionError("code that must not wait does: it runs in a delivery or a timer");
    }
    return running;
  }

  /** Ends a wait, after the event that is executed now. */
  void end(Waiter waiter) {
    if (ended != null || started != null) {
      throw new AssertionError("one event wakes two fibers");
    }
    ended = waiter;
  }

  /** Starts a fiber, after the event that is executed now. */
  void start(Fiber fiber) {
    if (ended != null || started != null) {
      throw new AssertionError("one event wakes two fibers");
    }
    started = fiber;
  }

  /** Lets time pass until that wait is over; by the thread that waits, which has the turn. */
  void pass(Waiter mine) {
    running = null;
    Waiter next = next();
    if (next == null) {
      carriers.idle().run(takeStarted());
      mine.block();
    } else if (next != mine) {
      next.grant();
      mine.block();
    }
    running = mine.fiber();
  }

  /**
   * Lets time pass, in a thread that runs no fiber.
   *
   * @return fiber that has started and is to run there, or null when the turn was given away
   */
  Fiber passIdle(Carrier carrier) {
    running = null;
    Waiter next = next();
    if (next == null) {
      return takeStarted();
    }
    carriers.rest(carrier);
    next.grant();
    return null;
  }

  void runs(Fiber fiber) {
    running = fiber;
  }

  /** Executes events until a wait is over, which it returns, or a fiber starts: then null. */
  private Waiter next() {
    while (ended == null && started == null) {
      if (failure != null || events.isEmpty() || events.peek().nanos() > endNanos) {
        return main;
      }
      execute(events.poll());
    }
    Waiter next = ended;
    ended = null;
    return next;
  }

  private Fiber takeStarted() {
    Fiber fiber = started;
    started = null;
    return fiber;
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
