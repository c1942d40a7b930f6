package org.g2cl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

class OwnershipTest {
  private static final long OTHER = 8;

  private long now;
  private long drawn = 7;
  private final Tree tree =
      new Tree(
          new Tree.Changes() {
            @Override
            public void bound(String name) {}

            @Override
            public void freed(Entry last) {}
          });
  private final Ownership mine = new Ownership(clock(), tree);

  @Test
  void shouldPutBackOnlyWhatWasDisplacedAMomentAgo() {
    Entry winner = displaced("n");
    assertThat(mine.putBack("n", OTHER, winner.version())).isTrue();
    assertThat(tree.get("n").owner()).isEqualTo(mine.number());

    winner = displaced("m");
    now += Duration.ofSeconds(31).toNanos();
    assertThat(mine.putBack("m", OTHER, winner.version()))
        .as("its owner may have freed it, unheard here")
        .isFalse();
  }

  /** Binds the name, and lets another's announcement beat it. */
  private Entry displaced(String name) {
    tree.rebind(name, new byte[1], mine.number());
    mine.follow(name);
    Entry winner = new Entry(name, new byte[2], OTHER, tree.count() + 5);
    tree.take(new Counted(List.of(winner), tree.count() + 5));
    mine.followAnnounced(name);
    assertThat(tree.get(name).owner()).isEqualTo(OTHER);
    assertThat(tree.unbind(name, OTHER, winner.version())).isEqualTo(Tree.Outcome.DONE);
    return winner;
  }

  private Scheduler clock() {
    return (Scheduler)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Scheduler.class},
            (proxy, method, arguments) -> "nanoTime".equals(method.getName()) ? now : drawn++);
  }
}
