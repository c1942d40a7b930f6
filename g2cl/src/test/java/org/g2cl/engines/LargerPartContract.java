package org.g2cl.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Engines whose shipped stacks let the larger part win a merge. Of its members the first has the
 * lowest address, then the second, and so on: by those alone the first would win.
 */
public abstract class LargerPartContract extends PartsContract {
  @Test
  void shouldKeepTheStateOfTheLargerPartAfterAMerge() throws Exception {
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
    assertThat(nodes).filteredOn(Node::givesWay).as("%s", nodes).containsExactly(a);
    assertThat(nodes).as("%s", nodes).allMatch(node -> node.follows(b));
    a.start();
    a.write(4);
    awaitLogs(nodes, List.of(1, 3, 4));
  }

  /** The two small ones may meet first; they are still fewer then. */
  @Test
  void shouldKeepTheStateOfTheLargestOfThreeParts() throws Exception {
    Node a = new Node("a");
    Node b = new Node("b");
    Node c = new Node("c");
    Node d = new Node("d");
    Node e = new Node("e");
    awaitMembers(5);
    c.write(1);
    awaitLogs(nodes, List.of(1));
    cutOff(a);
    awaitMembers(4, b, c, d, e);
    cutOff(b);
    awaitMembers(1, a, b);
    awaitMembers(3, c, d, e);
    a.write(2);
    b.write(3);
    d.write(4);
    awaitLogs(List.of(c, d, e), List.of(1, 4));

    letBack();
    awaitMembers(5);
    assertThat(nodes).as("%s", nodes).allMatch(node -> node.follows(c));
    a.start();
    b.start();
    awaitLogs(nodes, List.of(1, 4));
  }

  @Test
  void shouldNotFollowACoordinatorThatWasPutOutWithoutHearingOfIt() throws Exception {
    Node a = new Node("a");
    Node b = new Node("b");
    Node c = new Node("c");
    Node d = new Node("d");
    Node e = new Node("e");
    awaitMembers(5);
    a.write(1);
    awaitLogs(nodes, List.of(1));
    putOut(a);
    awaitMembers(4, b, c, d, e);
    b.write(2);
    awaitLogs(List.of(b, c, d, e), List.of(1, 2));
    assertThat(a.members()).as("%s", nodes).isEqualTo(5);

    letBack();
    awaitMerge();
    assertThat(nodes).as("%s", nodes).allMatch(node -> node.follows(b));
    assertThat(nodes).filteredOn(Node::givesWay).as("%s", nodes).containsExactly(a);
    a.start();
    a.write(3);
    awaitLogs(nodes, List.of(1, 2, 3));
  }

  /** The coordinator is not the lowest address of its part here. */
  @Test
  void shouldKeepItsCoordinatorWhenAMemberReturnsThatWasPutOutWithoutHearingOfIt()
      throws Exception {
    Node a = new Node("a");
    Node b = new Node("b");
    Node c = new Node("c");
    Node d = new Node("d");
    awaitMembers(4);
    cutOff(a);
    awaitMembers(1, a);
    awaitMembers(3, b, c, d);
    letBack();
    awaitMembers(4);
    a.start();
    assertThat(nodes).as("%s", nodes).allMatch(node -> node.follows(b));
    putOut(c);
    awaitMembers(3, a, b, d);
    b.write(1);
    awaitLogs(List.of(a, b, d), List.of(1));
    assertThat(c.members()).as("%s", nodes).isEqualTo(4);
    assertThat(c.givesWay()).as("%s", nodes).isFalse();

    letBack();
    awaitMembers(4);
    assertThat(nodes).as("%s", nodes).allMatch(node -> node.follows(b));
    await().atMost(WAIT).untilAsserted(() -> assertThat(c.givesWay()).as("%s", nodes).isTrue());
    assertThat(b.givesWay() || d.givesWay()).as("%s", nodes).isFalse();
    c.start();
    c.write(2);
    awaitLogs(nodes, List.of(1, 2));
  }

  @Test
  void shouldLeaveTheCoordinatorInItsPlaceWhenMembersJoinAndMakeItTheNextWhenItFails()
      throws Exception {
    Node c = new Node("c");
    Node b = new Node("b");
    Node a = new Node("a");
    awaitMembers(3);
    assertThat(nodes).as("%s", nodes).allMatch(node -> node.follows(c));
    cutOff(c);
    awaitMembers(2, a, b);
    assertThat(List.of(a, b)).as("%s", nodes).allMatch(node -> node.follows(b));
  }
}
