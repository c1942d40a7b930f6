package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class UpgradeTest {
  private static final List<String> NODES = List.of("a", "b", "c");

  private final Upgrade upgrade = new Upgrade();
  private final Set<String> former = new TreeSet<>(NODES);

  @Test
  void shouldExchangeAllNodesOneAfterTheOtherAndThenAllBackAndSoOn() {
    assertThat(exchanged(false)).containsExactlyInAnyOrderElementsOf(NODES);
    assertThat(former).isEmpty();
    assertThat(exchanged(true)).containsExactlyInAnyOrderElementsOf(NODES);
    assertThat(former).containsAll(NODES);
    assertThat(exchanged(false)).containsExactlyInAnyOrderElementsOf(NODES);
  }

  @Test
  void shouldLetTheFaultChooseWhoIsNext() {
    assertThat(upgrade.next(NODES, former, 1)).isEqualTo("b");
    assertThat(upgrade.next(NODES, former, 5)).isEqualTo("c");
  }

  private List<String> exchanged(boolean back) {
    List<String> exchanged = new ArrayList<>();
    for (int pick = 0; pick < NODES.size(); pick++) {
      String node = upgrade.next(NODES, former, pick);
      assertThat(upgrade.isBack()).isEqualTo(back);
      if (!former.remove(node)) {
        former.add(node);
      }
      exchanged.add(node);
    }
    return exchanged;
  }
}
