package org.g2cl.loadtest.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is the same as in the paper and what differs, by what was measured and on what bed. */
final class Likeness {
  private static final String PAPERS_BED =
      "in place of nine PCs (Core 2 Duo, 2 GB) on a switch of 100 Mbit/s";

  private final Map<String, String> settings;
  private final List<Point> points;

  /**
   * Likeness of a comparison.
   *
   * @param settings those that it was made with; of what is not in them nothing is said
   */
  Likeness(Map<String, String> settings, List<Point> points) {
    this.settings = settings;
    this.points = points;
  }

  List<String> same() {
    List<String> same = new ArrayList<>();
    same.add(
        (hasPapersNodes() ? "Six nodes" : "Nodes")
            + " with replicated stateful beans, "
            + (hasPapersNodes() ? "two web nodes" : "web nodes")
            + " that call them, Apache httpd in front with sticky sessions, PostgreSQL.");
    same.add(
        "A shopping cart in a stateful session bean: insert, update, remove, check out into the database; a web client that calls it without pause.");
    same.add(
        "ApacheBench"
            + (hasPapersClients() ? " with " + clients() : "")
            + "; mean response time; 95 % confidence interval of the mean; extreme outliers among the runs of one start removed by boxplot.");
    same.add(
        "State goes to a backup, and is acknowledged, before a call is answered; the same guarantees on all engines.");
    return same;
  }

  List<String> different() {
    List<String> different = new ArrayList<>();
    different.add(machines());
    if (isKnown("business nodes") && !hasPapersNodes()) {
      different.add(
          "%s business and %s web nodes in place of six and two."
              .formatted(settings.get("business nodes"), settings.get("web nodes")));
    }
    if (!hasPapersClients()) {
      different.add(
          "ApacheBench with %s; the paper has 50 to 100, and nothing to compare others with."
              .formatted(clients()));
    }
    different.add(
        "OpenEJB (TomEE 9) in place of JOnAS 5.1; JGroups 5.5 and 4.2 in place of 2.6.10; Java and PostgreSQL of today.");
    if (points.stream().anyMatch(p -> p.system().equals(Contender.DIRECT.word()))) {
      different.add(
          "JGroups directly is not the original CMI but a small state propagation written for this comparison, on JGroups' own MessageDispatcher and the same protocol stack, with none of our guarantees: no fencing, no markers in the database, no copies made again. What ours pays for those counts against ours. Both keep the rule that the thread which reads from a socket never writes to one.");
    }
    different.add(
        "Each client is an ab process of its own, since one ab with many connections has one cookie and would drive one cart.");
    different.add(
        "Systems take turns run by run, in an order drawn anew; those that wait are stopped."
            + starts());
    different.add(
        "Median, percentiles, throughput, memory and processor time, which the paper left for later work.");
    return different;
  }

  private String machines() {
    String where = settings.getOrDefault("where", "");
    return switch (where) {
      case "" -> "Other machines %s: absolute times do not compare.".formatted(PAPERS_BED);
      case "loopback" -> oneMachine("One machine and its loopback");
      case "namespaces" -> oneMachine("One machine, each node in a network namespace of its own,");
      default ->
          "Nodes on %s, httpd and the clients on another machine, %s: absolute times do not compare."
              .formatted(where.replace(",", ", "), PAPERS_BED);
    };
  }

  private String oneMachine(String which) {
    boolean embedded = settings.getOrDefault("database", "").equals("embedded");
    return "%s %s: all nodes%s share its processors, so absolute times do not compare, and ratios count processor time more and network time less than theirs."
        .formatted(
            which, PAPERS_BED, embedded ? ", the database and the clients" : " and the clients");
  }

  private String starts() {
    return switch (settings.getOrDefault("starts", "")) {
      case "" -> "";
      case "1" ->
          " All are started once, so what processes are given when they start is in every value.";
      default ->
          " All are started anew %s times, and the interval of a ratio is of one value a start where there are three or more."
              .formatted(settings.get("starts"));
    };
  }

  private boolean isKnown(String setting) {
    return settings.containsKey(setting);
  }

  private boolean hasPapersNodes() {
    return settings.getOrDefault("business nodes", "").equals("6")
        && settings.getOrDefault("web nodes", "").equals("2");
  }

  private boolean hasPapersClients() {
    return points.stream().mapToInt(Point::clients).allMatch(PaperFigure::isOfThePaper);
  }

  /** For instance {@code 50 to 100 simultaneous clients}. */
  private String clients() {
    var counts = points.stream().mapToInt(Point::clients).summaryStatistics();
    String range =
        counts.getMin() == counts.getMax()
            ? "" + counts.getMin()
            : counts.getMin() + " to " + counts.getMax();
    return range + (range.equals("1") ? " client" : " simultaneous clients");
  }
}
