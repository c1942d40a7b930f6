package org.g2cl.loadtest.failover;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.g2cl.loadtest.bed.BedState;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.node.StatusClient;

/**
 * Asks nodes for their status all the time, each by a thread of its own, so that one that hangs
 * does not hide what the others see. What it sees is at most {@link #STEP} old.
 */
final class Watcher implements AutoCloseable {
  /** Time between two questions to a node: how exact the times are that are taken here. */
  static final Duration STEP = Duration.ofMillis(50);

  private final Map<String, NodeStatus> last = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  /** Begins to watch the nodes. */
  Watcher(List<BedState.BusinessEntry> nodes) {
    for (BedState.BusinessEntry node : nodes) {
      Thread thread = new Thread(() -> watch(node), "watch-" + node.name());
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  private void watch(BedState.BusinessEntry node) {
    StatusClient client = new StatusClient();
    URI address = URI.create("http://%s:%d/status".formatted(node.host(), node.statusPort()));
    while (!closed) {
      client
          .ask(address)
          .ifPresentOrElse(status -> last.put(node.name(), status), () -> last.remove(node.name()));
      LockSupport.parkNanos(STEP.toNanos());
    }
  }

  /** Whether all of these nodes were heard and fit the condition. */
  boolean all(Set<String> names, Predicate<NodeStatus> condition) {
    return names.stream().allMatch(name -> fits(name, condition));
  }

  private boolean fits(String name, Predicate<NodeStatus> condition) {
    NodeStatus status = last.get(name);
    return status != null && condition.test(status);
  }

  /** What a node said last, or null. */
  NodeStatus of(String name) {
    return last.get(name);
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(LockSupport::unpark);
  }
}
