package org.g2cl.simulate;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.g2cl.Scheduler;

/** One simulated process: its clock, threads and waits; it can be paused and crash. */
final class Machine implements Scheduler {
  private static final String OURS = "org.g2cl.";

  private final World world;
  private final String name;
  private final long clockOffset;
  private final Set<Fiber> fibers = new LinkedHashSet<>();
  private final Queue<Event> deferred = new ArrayDeque<>();
  private boolean alive = true;
  private boolean paused;

  /** The first error that nobody expects, or null. */
  private String failure;

  private long failures;

  Machine(World world, String name) {
    this.world = world;
    this.name = name;
    this.clockOffset = world.random().nextLong() >> 20;
  }

  boolean isAlive() {
    return alive;
  }

  boolean isPaused() {
    return paused;
  }

  /**
   * The first error that nobody expects: that a thread of it ended with, or that was caught so that
   * the rest went on; or null.
   */
  String failure() {
    return failure;
  }

  /** Threads that are there. */
  List<Fiber> fibers() {
    return List.copyOf(fibers);
  }

  /** Runs code in a thread of its own, soon. */
  void start(String threadName, Runnable body) {
    world.at(world.now(), this, () -> Fiber.start(world, this, threadName, body));
  }

  // ---------------------------------------------------------------- faults

  /** Stands still, as a process that is stopped. */
  void pause() {
    paused = true;
  }

  /** Goes on with what came meanwhile. */
  void resume() {
    paused = false;
    while (!deferred.isEmpty()) {
      world.at(world.now(), this, deferred.poll().action());
    }
  }

  void defer(Event event) {
    deferred.add(event);
  }

  /** Ends at once: none of its threads executes anything but the end of what it was in. */
  void crash() {
    alive = false;
    paused = false;
    deferred.clear();
    for (Fiber fiber : fibers) {
      if (fiber.sleeping() != null) {
        world.at(world.now(), null, fiber.sleeping()::resume);
      }
    }
  }

  void add(Fiber fiber) {
    fibers.add(fiber);
  }

  void remove(Fiber fiber) {
    fibers.remove(fiber);
  }

  void failed(Fiber fiber, Throwable cause) {
    if (alive) {
      note(fiber + " failed", cause);
    }
  }

  /** The first is told with its place, of all others their number. */
  private void note(String what, Throwable cause) {
    failures++;
    if (failure == null) {
      failure = what + ": " + cause + place(cause);
      world.note(failure);
    }
  }

  private static String place(Throwable cause) {
    return Arrays.stream(cause.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith(OURS))
        .findFirst()
        .map(frame -> " in " + frame)
        .orElse("");
  }

  // ---------------------------------------------------------------- scheduler

  @Override
  public long nanoTime() {
    return world.now() + clockOffset;
  }

  @Override
  public long nextLong() {
    return world.random().nextLong();
  }

  @Override
  public void await(Object monitor, long nanos) throws InterruptedException {
    Fiber fiber = ready();
    if (fiber.takeInterrupt()) {
      throw new InterruptedException();
    }
    Waiter waiter = new Waiter(world, fiber, monitor);
    world.enlist(waiter, monitor);
    world.at(world.now() + nanos, this, waiter::resume);
    waiter.sleep();
    world.delist(waiter, monitor);
    ready();
    if (fiber.takeInterrupt()) {
      throw new InterruptedException();
    }
  }

  @Override
  public void signalAll(Object monitor) {
    world.signalAll(monitor);
  }

  @Override
  public <T> T get(CompletableFuture<T> future, Duration timeout)
      throws ExecutionException, TimeoutException, InterruptedException {
    Fiber fiber = ready();
    if (fiber.takeInterrupt()) {
      throw new InterruptedException();
    }
    if (!future.isDone()) {
      Waiter waiter = new Waiter(world, fiber, null);
      var unused = future.whenComplete((value, error) -> world.wakeSoon(waiter));
      world.after(timeout, this, waiter::resume);
      waiter.sleep();
      ready();
      if (fiber.takeInterrupt()) {
        throw new InterruptedException();
      }
    }
    if (!future.isDone()) {
      throw new TimeoutException();
    }
    return future.get();
  }

  @Override
  public void pause(long nanos) {
    Fiber fiber = ready();
    if (fiber.isInterrupted()) {
      return;
    }
    Waiter waiter = new Waiter(world, fiber, null);
    world.at(world.now() + nanos, this, waiter::resume);
    waiter.sleep();
    ready();
  }

  @Override
  public void later(Duration delay, Runnable task) {
    world.after(delay, this, task);
  }

  @Override
  public void caught(Throwable cause) {
    if (!alive) {
      throw new Killed();
    }
    note(name + " caught", cause);
  }

  @Override
  public long failures() {
    return failures;
  }

  @Override
  public Worker worker(String threadName, int capacity) {
    return new SimulatedWorker(world, this, threadName, capacity);
  }

  /** Thread that has the turn, unless its machine has crashed. */
  private Fiber ready() {
    Fiber fiber = world.running();
    if (!alive) {
      throw new Killed();
    }
    return fiber;
  }

  @Override
  public String toString() {
    return name;
  }
}
