package org.g2cl.loadtest.command;

import java.util.List;
import java.util.Locale;
import org.g2cl.loadtest.node.NodeStatus;

/** Status of nodes as a table. */
final class StatusTable {
  private static final String ROW = "%-12s %-17s %-24s %7s %8s %7s %8s %9s %9s";

  private StatusTable() {}

  static String of(List<NodeStatus> nodes) {
    StringBuilder text = new StringBuilder();
    text.append(
        ROW.formatted(
            "node",
            "beans at",
            "view",
            "members",
            "sessions",
            "copies",
            "missing",
            "takeovers",
            "replays"));
    for (NodeStatus node : nodes) {
      text.append('\n').append(row(node));
    }
    long views = nodes.stream().map(NodeStatus::view).distinct().count();
    text.append('\n').append(summary(nodes, views));
    return text.toString();
  }

  private static String row(NodeStatus node) {
    return ROW.formatted(
        node.name(),
        node.location(),
        node.replication() ? node.view() : "replication off",
        node.members().size(),
        node.sessions(),
        node.copies(),
        node.copiesMissing(),
        node.takeOvers(),
        node.replays());
  }

  private static String summary(List<NodeStatus> nodes, long views) {
    return String.format(
        Locale.ROOT,
        "%d node%s, %s, %d sessions, %d copies missing",
        nodes.size(),
        nodes.size() == 1 ? "" : "s",
        views <= 1 ? "one view" : views + " different views",
        nodes.stream().mapToInt(NodeStatus::sessions).sum(),
        nodes.stream().mapToInt(NodeStatus::copiesMissing).sum());
  }
}
