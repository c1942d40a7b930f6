package org.g2cl.loadtest.command;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.g2cl.loadtest.node.GroupEvent;
import org.g2cl.loadtest.node.NodeStatus;

/** Status of nodes as a table. */
final class StatusTable {
  private static final String ROW = "%-${node}s %-${place}s %-${view}s %7s %8s %7s %8s %10s %9s";
  private static final String WATCH_PLACE = "%-${node}s %-${place}s";
  private static final String WATCH_ROW = WATCH_PLACE + " %7s %8s %7s %8s %9s %10s %10s %9s";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

  private StatusTable() {}

  static String of(List<NodeStatus> nodes) {
    StringBuilder text = new StringBuilder();
    String format =
        fitted(ROW, nodes, 17).replace("${view}", width(nodes, StatusTable::view, "view".length()));
    text.append(
        format.formatted(
            "node",
            "beans at",
            "view",
            "members",
            "sessions",
            "copies",
            "missing",
            "take-overs",
            "replays"));
    for (NodeStatus node : nodes) {
      text.append('\n').append(row(format, node));
    }
    return text.append('\n').append(summary(nodes)).toString();
  }

  /** With the names of the nodes, which may be their locations, and these in columns. */
  private static String fitted(String row, List<NodeStatus> nodes, int place) {
    return row.replace("${node}", width(nodes, NodeStatus::name, 12))
        .replace("${place}", width(nodes, NodeStatus::location, place));
  }

  private static String width(
      List<NodeStatus> nodes, Function<NodeStatus, String> column, int least) {
    return "" + nodes.stream().mapToInt(n -> column.apply(n).length()).reduce(least, Math::max);
  }

  private static String view(NodeStatus node) {
    return node.replication() ? node.view() : "replication off";
  }

  private static String row(String format, NodeStatus node) {
    return format.formatted(
        node.name(),
        node.location(),
        view(node),
        node.members().size(),
        node.sessions(),
        node.copies(),
        node.copiesMissing(),
        node.takeOvers(),
        node.replays());
  }

  private static String summary(List<NodeStatus> nodes) {
    long views = nodes.stream().map(NodeStatus::view).distinct().count();
    return String.format(
        Locale.ROOT,
        "nodes: %d, in %s; sessions: %d; copies missing: %d",
        nodes.size(),
        views <= 1 ? "one view" : views + " different views",
        nodes.stream().mapToInt(NodeStatus::sessions).sum(),
        nodes.stream().mapToInt(NodeStatus::copiesMissing).sum());
  }

  /** Lines of one look of {@code --watch}. */
  static List<String> of(StatusWatch.Look look) {
    List<NodeStatus> nodes = look.nodes().stream().map(StatusWatch.Node::status).toList();
    String format = fitted(WATCH_ROW, nodes, 21);
    List<String> lines = new ArrayList<>();
    lines.add(
        format.formatted(
            "node",
            "beans at",
            "members",
            "sessions",
            "copies",
            "missing",
            "calls/s",
            "calls",
            "take-overs",
            "replays"));
    String gone = fitted(WATCH_PLACE, nodes, 21);
    look.nodes().forEach(node -> lines.add(row(format, gone, node)));
    look.silent().forEach(silent -> lines.add(gone.formatted("?", silent + " no answer")));
    lines.add(
        String.format(
            Locale.ROOT,
            "%s  %s, %,.0f calls/s, %,.1f take-overs/s",
            TIME.format(look.at()),
            summary(look.answering()),
            look.callsPerSecond(),
            look.takeOversPerSecond()));
    if (!look.events().isEmpty()) {
      lines.add("");
      look.events().forEach(event -> lines.add(event(event)));
    }
    return lines;
  }

  private static String row(String format, String gone, StatusWatch.Node node) {
    NodeStatus status = node.status();
    if (!node.answers()) {
      return gone.formatted(status.name(), status.location())
          + " gone since "
          + TIME.format(node.goneSince());
    }
    return format.formatted(
        status.name(),
        status.location(),
        status.members().size(),
        status.sessions(),
        status.copies(),
        status.copiesMissing(),
        node.callsPerSecond() == null
            ? "-"
            : String.format(Locale.ROOT, "%.0f", node.callsPerSecond()),
        status.calls(),
        status.takeOvers(),
        status.replays());
  }

  private static String event(GroupEvent event) {
    String who = event.who().size() == 1 ? event.who().get(0) : event.who().size() + " nodes: each";
    return "%s  %s %s".formatted(TIME.format(Instant.ofEpochMilli(event.at())), who, event.what());
  }
}
