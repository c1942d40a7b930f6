package org.g2cl.registry;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.g2cl.Scheduler;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of writes and of the one worker that tells a listener: whatever was written before
 * the worker's turn, the listener knows after it.
 */
@Param(name = "name", gen = IntGen.class, conf = "1:2")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
public class WatcherLincheckTest {
  private static final SocketAddress OWNER = InetSocketAddress.createUnresolved("127.0.0.1", 1);

  private final Map<String, RegistryEntry> there = new ConcurrentHashMap<>();
  private final AtomicBoolean due = new AtomicBoolean();
  private final Listener listener = new Listener();
  private final Watcher watcher =
      new Watcher(listener, new Present(), Scheduler.live(), new Worker());

  /** Knows what it was told; used by the worker only. */
  private static final class Listener implements RegistryListener {
    final Map<String, Object> known = new TreeMap<>();

    @Override
    public void entryAdded(RegistryEntry entry) {
      known.put(entry.name(), entry.value());
    }

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      known.put(now.name(), now.value());
    }

    @Override
    public void entryRemoved(RegistryEntry entry) {
      known.remove(entry.name());
    }
  }

  private final class Present implements Watcher.Present {
    @Override
    public Set<String> names() {
      return Set.copyOf(there.keySet());
    }

    @Override
    public RegistryEntry entry(String name) {
      return there.get(name);
    }
  }

  /** Has its turn when the test says so. */
  private final class Worker implements Scheduler.Worker {
    @Override
    public boolean offer(Runnable task) {
      due.set(true);
      return true;
    }

    @Override
    public void close() {}
  }

  /** What there is, and what of it was there at the last turn. */
  public static final class Expected {
    private final Map<String, Object> there = new TreeMap<>();

    public void bind(int name, int value) {
      there.put("name-" + name, value);
    }

    public void free(int name) {
      there.remove("name-" + name);
    }

    public String turn() {
      return there.toString();
    }
  }

  public WatcherLincheckTest() {
    watcher.start();
  }

  /** Writes come one at a time, as to a tree. */
  @Operation(nonParallelGroup = "tree")
  public void bind(@Param(name = "name") int name, @Param(name = "value") int value) {
    String key = "name-" + name;
    there.put(key, new RegistryEntry(key, value, OWNER));
    watcher.touch(key);
  }

  @Operation(nonParallelGroup = "tree")
  public void free(@Param(name = "name") int name) {
    String key = "name-" + name;
    RegistryEntry last = there.remove(key);
    if (last != null) {
      watcher.freed(key, () -> last);
    }
  }

  @Operation(nonParallelGroup = "worker")
  public String turn() {
    if (due.getAndSet(false)) {
      watcher.run();
    }
    return listener.known.toString();
  }

  @Test
  @Tag("slow")
  void shouldTellOfEveryWriteThatWasMadeBeforeItsTurn() {
    new ModelCheckingOptions()
        .iterations(Integer.getInteger("lincheck.iterations", 5))
        .invocationsPerIteration(Integer.getInteger("lincheck.invocations", 50))
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .sequentialSpecification(Expected.class)
        .check(WatcherLincheckTest.class);
  }
}
