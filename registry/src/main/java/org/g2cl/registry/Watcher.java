package org.g2cl.registry;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener with what it was told, and the names that have changed since, those that were freed
 * with their last entries. So one change waits for a slow listener for each name, also of those
 * that came and went meanwhile.
 *
 * <p>At most {@link #MAX_WAITING} names wait. When there would be more, all that waits is given up,
 * and the listener is told how what is there differs from what it was told last, once it is back.
 * Names that it was told of are so told to be freed, but of those that came and went until then it
 * hears nothing.
 */
final class Watcher implements Runnable {
  /** Names that may wait for a listener. */
  static final int MAX_WAITING = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);

  /** Entries that are there. */
  interface Present {
    Set<String> names();

    /** Entry as listeners are told of it, or null when there is none or its owner is not known. */
    RegistryEntry entry(String name);
  }

  private final RegistryListener listener;
  private final Present present;
  private final Scheduler scheduler;
  private final Scheduler.Worker worker;

  /** Guarded by itself. */
  private final Map<String, Change> changed = new LinkedHashMap<>();

  /**
   * What is there is to be compared with what was told, before the changes, which a new listener
   * hears of, too; guarded by {@link #changed}.
   */
  private boolean behind = true;

  /** Changes were given up since the last comparison; guarded by {@link #changed}. */
  private boolean givenUp;

  /**
   * What became of a name.
   *
   * @param last gives what it had before it was freed, or null when its owner was not known
   */
  private record Change(boolean freed, Supplier<RegistryEntry> last) {
    static final Change BOUND = new Change(false, () -> null);
    static final Change GONE = new Change(true, () -> null);
  }

  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** Used by the worker only. */
  private final Map<String, RegistryEntry> told = new HashMap<>();

  Watcher(
      RegistryListener listener, Present present, Scheduler scheduler, Scheduler.Worker worker) {
    this.listener = listener;
    this.present = present;
    this.scheduler = scheduler;
    this.worker = worker;
  }

  /** Tells what is there. */
  void start() {
    schedule();
  }

  /** The name has another entry, or its owner has become known. */
  void touch(String name) {
    note(name, Change.BOUND);
  }

  /**
   * The name has no entry any more.
   *
   * @param last gives what it had, or null when its owner was not known
   */
  void freed(String name, Supplier<RegistryEntry> last) {
    note(name, new Change(true, last));
  }

  private void note(String name, Change change) {
    synchronized (changed) {
      if (changed.size() >= MAX_WAITING && !changed.containsKey(name)) {
        giveUp();
      }
      changed.merge(name, change, (before, now) -> now.freed() ? now : before);
    }
    schedule();
  }

  private void giveUp() {
    if (!givenUp) {
      LOG.warn(
          "listener {} does not keep up: {} names have changed since it was told; of those that came"
              + " and went it hears nothing, and then what is there; a listener must return",
          listener,
          MAX_WAITING);
    }
    givenUp = true;
    changed.clear();
    behind = true;
  }

  private void schedule() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true) && !isTaken()) {
      scheduled.set(false); // closed, or too many listeners for now: told with the next change
    }
  }

  private boolean isTaken() {
    try {
      return worker.offer(this);
    } catch (VirtualMachineError e) { // as when no thread can be made just now
      LOG.warn("listener {} is told with the next change: {}", listener, e.toString());
      return false;
    }
  }

  /** Changes that wait. */
  int waiting() {
    synchronized (changed) {
      return changed.size();
    }
  }

  @Override
  public void run() {
    scheduled.set(false);
    if (takeBehind()) {
      compare();
    }
    for (String name : names()) {
      Change change = take(name);
      if (change != null) {
        tellSafely(name, change);
      }
    }
  }

  private boolean takeBehind() {
    synchronized (changed) {
      boolean was = behind;
      behind = false; // before what is there is read, so that no change is missed
      givenUp = false;
      return was;
    }
  }

  private List<String> names() {
    synchronized (changed) {
      return List.copyOf(changed.keySet());
    }
  }

  private Change take(String name) {
    synchronized (changed) {
      return changed.remove(name);
    }
  }

  private void compare() {
    Set<String> there = present.names();
    for (String name : List.copyOf(told.keySet())) {
      if (!there.contains(name)) {
        Change change = take(name); // told here, not again after this
        tellSafely(name, change == null ? Change.GONE : change);
      }
    }
    there.forEach(name -> tellSafely(name, Change.BOUND));
  }

  private void tellSafely(String name, Change change) {
    safely(name, () -> tell(name, change));
  }

  /** What a listener throws is its own affair: it and the others are told what comes after. */
  private void safely(String name, Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException | Error e) { // also an Error, as of a class that cannot be loaded
      scheduler.caught(e);
      LOG.error("listener {} failed on {}", listener, name, e);
    }
  }

  private void tell(String name, Change change) {
    RegistryEntry now = present.entry(name);
    if (now == null && !change.freed()) {
      return; // its owner is not known yet, or it is being freed, which is told after this
    }
    RegistryEntry before = now == null ? told.remove(name) : told.put(name, now);
    RegistryEntry last = now == null ? change.last().get() : now;
    if (last != null) {
      safely(name, () -> tellBound(before, last));
    }
    if (now == null && (before != null || last != null)) {
      listener.entryRemoved(last == null ? before : last);
    }
  }

  private void tellBound(RegistryEntry before, RegistryEntry now) {
    if (before == null) {
      listener.entryAdded(now);
    } else if (!before.equals(now)) {
      listener.entryUpdated(before, now);
    }
  }
}
