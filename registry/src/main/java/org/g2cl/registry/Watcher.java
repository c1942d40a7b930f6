package org.g2cl.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener with what it was told, and the names that have changed since, those that were freed
 * with their last entries. So one change waits for a slow listener for each name, also of those
 * that came and went meanwhile.
 */
final class Watcher implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);

  private final RegistryListener listener;
  private final Function<String, RegistryEntry> current;
  private final Scheduler.Worker worker;

  private final Map<String, Change> changed = new ConcurrentHashMap<>();

  /**
   * What became of a name.
   *
   * @param last gives what it had before it was freed, or null when its owner was not known
   */
  private record Change(boolean freed, Supplier<RegistryEntry> last) {
    static final Change BOUND = new Change(false, () -> null);
  }

  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** Used by the worker only. */
  private final Map<String, RegistryEntry> told = new HashMap<>();

  Watcher(
      RegistryListener listener, Function<String, RegistryEntry> current, Scheduler.Worker worker) {
    this.listener = listener;
    this.current = current;
    this.worker = worker;
  }

  /** The name has another entry, or its owner has become known. */
  void touch(String name) {
    changed.putIfAbsent(name, Change.BOUND);
    schedule();
  }

  /**
   * The name has no entry any more.
   *
   * @param last gives what it had, or null when its owner was not known
   */
  void freed(String name, Supplier<RegistryEntry> last) {
    changed.put(name, new Change(true, last));
    schedule();
  }

  private void schedule() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      worker.offer(this);
    }
  }

  @Override
  public void run() {
    scheduled.set(false);
    for (String name : List.copyOf(changed.keySet())) {
      Change change = changed.remove(name);
      try {
        tell(name, change);
      } catch (RuntimeException e) {
        LOG.error("listener {} failed on {}", listener, name, e);
      }
    }
  }

  private void tell(String name, Change change) {
    RegistryEntry now = current.apply(name);
    if (now == null && !change.freed()) {
      return; // its owner is not known yet, or it is being freed, which is told after this
    }
    RegistryEntry before = now == null ? told.remove(name) : told.put(name, now);
    RegistryEntry last = now == null ? change.last().get() : now;
    try {
      if (last != null) {
        tellBound(before, last);
      }
    } finally {
      if (now == null && (before != null || last != null)) {
        listener.entryRemoved(last == null ? before : last);
      }
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
