package org.g2cl.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener with what it was told, and the names that have changed since. So what waits for a slow
 * listener is bounded by the number of names.
 */
final class Watcher implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);

  private final RegistryListener listener;
  private final Function<String, RegistryEntry> current;
  private final Scheduler.Worker worker;
  private final Set<String> changed = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** Used by the worker only. */
  private final Map<String, RegistryEntry> told = new HashMap<>();

  Watcher(
      RegistryListener listener, Function<String, RegistryEntry> current, Scheduler.Worker worker) {
    this.listener = listener;
    this.current = current;
    this.worker = worker;
  }

  void touch(String name) {
    changed.add(name);
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      worker.offer(this);
    }
  }

  @Override
  public void run() {
    scheduled.set(false);
    for (String name : List.copyOf(changed)) {
      changed.remove(name);
      try {
        tell(name);
      } catch (RuntimeException e) {
        LOG.error("listener {} failed on {}", listener, name, e);
      }
    }
  }

  private void tell(String name) {
    RegistryEntry now = current.apply(name);
    RegistryEntry before = now == null ? told.remove(name) : told.put(name, now);
    if (before == null && now != null) {
      listener.entryAdded(now);
    } else if (before != null && now == null) {
      listener.entryRemoved(before);
    } else if (before != null && !before.equals(now)) {
      listener.entryUpdated(before, now);
    }
  }
}
