package org.g2cl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

class WatcherTest {
  private static final SocketAddress OWNER = InetSocketAddress.createUnresolved("127.0.0.1", 1);

  private final Map<String, RegistryEntry> there = new TreeMap<>();
  private final List<String> told = new ArrayList<>();
  private final Worker worker = new Worker();
  private final Scheduler scheduler = Scheduler.live();

  /** Works when the test says so; until then it is as one that a listener holds up. */
  private static final class Worker implements Scheduler.Worker {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean hasNoThread;

    @Override
    public boolean offer(Runnable task) {
      if (hasNoThread) {
        throw new InternalError("no thread can be made, as the test wants it");
      }
      return tasks.add(task);
    }

    void work() {
      while (!tasks.isEmpty()) {
        tasks.poll().run();
      }
    }

    @Override
    public void close() {}
  }

  /** Tells, and throws where the name says so. */
  private final class Listener implements RegistryListener {
    @Override
    public void entryAdded(RegistryEntry entry) {
      told.add("+" + entry.name());
      if (entry.name().startsWith("error")) {
        throw new NoClassDefFoundError("as the test wants it");
      }
    }

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      told.add(before.value() + "->" + now.value());
    }

    @Override
    public void entryRemoved(RegistryEntry entry) {
      told.add("-" + entry.name());
      if (entry.name().startsWith("error")) {
        throw new AssertionError("as the test wants it");
      }
    }
  }

  private Watcher watcher() {
    Watcher.Present present =
        new Watcher.Present() {
          @Override
          public Set<String> names() {
            return Set.copyOf(there.keySet());
          }

          @Override
          public RegistryEntry entry(String name) {
            return there.get(name);
          }
        };
    Watcher watcher = new Watcher(new Listener(), present, scheduler, worker);
    watcher.start();
    return watcher;
  }

  private void bind(String name, Object value, Watcher... watchers) {
    there.put(name, new RegistryEntry(name, value, OWNER));
    for (Watcher watcher : watchers) {
      watcher.touch(name);
    }
  }

  private void free(String name, Watcher... watchers) {
    RegistryEntry last = there.remove(name);
    for (Watcher watcher : watchers) {
      watcher.freed(name, () -> last);
    }
  }

  @Test
  void shouldTellWhatIsThereFirst() {
    bind("a", 1);
    Watcher watcher = watcher();
    bind("b", 1, watcher);
    worker.work();
    assertThat(told).containsExactlyInAnyOrder("+a", "+b");
  }

  @Test
  void shouldTellANewListenerWhatCameAndWentBeforeItsTurn() {
    Watcher watcher = watcher();
    bind("a", 1, watcher);
    free("a", watcher);
    worker.work();
    assertThat(told).containsExactly("+a", "-a");
  }

  @Test
  void shouldKeepABoundedNumberOfNamesThatComeAndGoWhileAListenerIsStuck() {
    bind("updated", 1);
    bind("freed", 1);
    Watcher watcher = watcher();
    worker.work();
    told.clear();
    bind("updated", 2, watcher);
    free("freed", watcher);
    for (int i = 0; i < 3 * Watcher.MAX_WAITING; i++) {
      bind("n/" + i, 1, watcher);
      free("n/" + i, watcher);
      assertThat(watcher.waiting()).isLessThanOrEqualTo(Watcher.MAX_WAITING);
    }
    bind("bound", 1, watcher);
    worker.work();
    assertThat(told)
        .contains("1->2", "-freed", "+bound")
        .doesNotContain("+n/0")
        .doesNotHaveDuplicates()
        .hasSizeLessThan(2 * Watcher.MAX_WAITING + 3);
    told.clear();
    bind("came", 1, watcher);
    free("came", watcher);
    worker.work();
    assertThat(told).as("as before").containsExactly("+came", "-came");
  }

  @Test
  void shouldTellOnceOfANameThatIsFreedAfterChangesWereGivenUp() {
    bind("freed", 1);
    bind("updated and freed", 1);
    Watcher watcher = watcher();
    worker.work();
    for (int i = 0; i <= Watcher.MAX_WAITING; i++) {
      bind("n/" + i, 1, watcher);
    }
    told.clear();
    free("freed", watcher);
    bind("updated and freed", 2, watcher);
    free("updated and freed", watcher);
    worker.work();
    assertThat(told)
        .filteredOn(line -> !line.startsWith("+n/"))
        .containsExactlyInAnyOrder("-freed", "1->2", "-updated and freed");
  }

  @Test
  void shouldTellAllThatWaitsWhenThatIsNotTooMuch() {
    Watcher watcher = watcher();
    worker.work();
    for (int i = 0; i < Watcher.MAX_WAITING; i++) {
      bind("n/" + i, 1, watcher);
      free("n/" + i, watcher);
    }
    worker.work();
    assertThat(told).hasSize(2 * Watcher.MAX_WAITING).startsWith("+n/0", "-n/0");
  }

  @Test
  void shouldTellWithTheNextChangeWhatNoThreadCouldBeMadeFor() {
    Watcher watcher = watcher();
    worker.work();
    worker.hasNoThread = true;
    bind("first", 1, watcher);
    worker.hasNoThread = false;
    bind("second", 1, watcher);
    worker.work();
    assertThat(told).containsExactly("+first", "+second");
  }

  @Test
  void shouldTellOnAndCountWhenAListenerThrowsAnError() {
    Watcher watcher = watcher();
    Watcher other = watcher();
    worker.work();
    bind("error", 1, watcher, other);
    bind("last", 1, watcher, other);
    worker.work();
    assertThat(told).containsExactly("+error", "+last", "+error", "+last");
    assertThat(scheduler.failures()).isEqualTo(2);
    told.clear();
    bind("error/2", 1, watcher, other);
    free("error/2", watcher, other);
    free("last", watcher, other);
    worker.work();
    assertThat(told)
        .containsExactly("+error/2", "-error/2", "-last", "+error/2", "-error/2", "-last");
  }
}
