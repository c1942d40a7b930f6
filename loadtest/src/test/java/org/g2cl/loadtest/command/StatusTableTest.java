package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.g2cl.loadtest.node.NodeStatus;
import org.junit.jupiter.api.Test;

class StatusTableTest {
  @Test
  void shouldKeepItsColumnsBelowEachOtherHoweverLongAViewIsCalled() {
    String table =
        StatusTable.of(
            List.of(
                node("view 3 of 127.0.0.1:27551", true),
                node("view 1234 of 192.168.100.101:27551", true),
                node("", false)));

    List<String> rows = table.lines().limit(4).toList();
    assertThat(rows).extracting(String::length).containsOnly(rows.get(0).length());
    assertThat(rows.get(3)).contains("replication off");
  }

  @Test
  void shouldKeepItsColumnsBelowEachOtherHoweverLongANodeIsCalled() {
    List<NodeStatus> nodes =
        List.of(
            named("business1", "127.0.0.1:4201"),
            named("192.168.100.101:4201", "192.168.100.101:4201"),
            named("beans.shop.example:4201", "beans.shop.example:4201"));
    List<StatusWatch.Node> seen =
        nodes.stream().map(node -> new StatusWatch.Node(node, 1.0, 0.0, null)).toList();
    var look = new StatusWatch.Look(Instant.EPOCH, seen, List.of(), List.of());

    for (List<String> lines :
        List.of(StatusTable.of(nodes).lines().toList(), StatusTable.of(look))) {
      assertThat(lines.subList(0, 4))
          .extracting(String::length)
          .containsOnly(lines.get(0).length());
    }
  }

  /** Sessions whose owner lives are taken over too, when their client moves on. */
  @Test
  void shouldCallTakeOversSoAndNotFailovers() {
    List<NodeStatus> nodes = List.of(named("business1", "127.0.0.1:4201"));
    List<StatusWatch.Node> seen = List.of(new StatusWatch.Node(nodes.get(0), 1.0, 2.0, null));
    var look = new StatusWatch.Look(Instant.EPOCH, seen, List.of(), List.of());

    assertThat(StatusTable.of(nodes)).contains("take-overs").doesNotContain("failovers");
    assertThat(String.join("\n", StatusTable.of(look)))
        .contains(" take-overs ", "2.0 take-overs/s")
        .doesNotContain("failovers");
  }

  private static NodeStatus named(String name, String location) {
    return new NodeStatus(name, location, "demo", true, "view 3", List.of(), 7, 6, 0, 1, 0, 0);
  }

  private static NodeStatus node(String view, boolean replication) {
    return new NodeStatus(
        "business1", "127.0.0.1:4201", "demo", replication, view, List.of(), 7, 6, 0, 1, 0, 0);
  }
}
