package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static NodeStatus node(String view, boolean replication) {
    return new NodeStatus(
        "business1", "127.0.0.1:4201", "demo", replication, view, List.of(), 7, 6, 0, 1, 0, 0);
  }
}
