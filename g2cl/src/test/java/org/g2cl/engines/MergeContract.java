package org.g2cl.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** State transfer and map when parts of a group meet again; an engine names its {@link Parts}. */
public abstract class MergeContract extends PartsContract {
  /** Members of which a was apart from b and c; a has the numbers 1 and 2, they have 1 and 3. */
  private void merge() throws Exception {
    Node a = new Node("a");
    Node b = new Node("b");
    Node c = new Node("c");
    awaitMembers(3);
    a.write(1);
    awaitLogs(nodes, List.of(1));
    cutOff(a);
    awaitMembers(1, a);
    awaitMembers(2, b, c);
    a.write(2);
    b.write(3);
    awaitLogs(List.of(a), List.of(1, 2));
    awaitLogs(List.of(b, c), List.of(1, 3));
    letBack();
    awaitMembers(3);
  }

  @Test
  void shouldBringAllInStepWithTheCoordinatorsSideAfterAMerge() throws Exception {
    merge();
    List<Node> losers = nodes.stream().filter(Node::givesWay).toList();
    List<Node> winners = nodes.stream().filter(node -> !node.givesWay()).toList();
    assertThat(losers).as("%s", nodes).isIn(nodes.subList(0, 1), nodes.subList(1, 3));
    List<Integer> numbers = new ArrayList<>(winners.get(0).log());
    Node d = new Node("d");
    awaitLogs(List.of(d), numbers);

    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    Thread writer = new Thread(() -> writeUntil(stop, begun, winners.get(0), numbers));
    writer.start();
    begun.await(WAIT.toSeconds(), TimeUnit.SECONDS);
    for (Node loser : losers) {
      loser.start();
    }
    stop.set(true);
    writer.join();
    losers.get(0).write(-1);
    numbers.add(-1);
    awaitLogs(nodes, numbers);
  }

  private static void writeUntil(
      AtomicBoolean stop, CountDownLatch begun, Node node, List<Integer> numbers) {
    try {
      for (int number = 10; !stop.get(); number++) {
        node.write(number);
        numbers.add(number);
        begun.countDown();
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
