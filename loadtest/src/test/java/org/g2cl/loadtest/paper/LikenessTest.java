package org.g2cl.loadtest.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikenessTest {
  private static final Map<String, String> PAPERS =
      Map.of(
          "where", "loopback",
          "business nodes", "6",
          "web nodes", "2",
          "database", "embedded",
          "starts", "6");

  @Test
  void shouldCallThePapersBedTheSame() {
    Likeness likeness = likeness(Map.of(), 50, 70, 100);

    assertThat(text(likeness.same()))
        .contains("Six nodes with", "two web nodes", "with 50 to 100 simultaneous clients");
    assertThat(text(likeness.different()))
        .contains(
            "One machine and its loopback in place of nine PCs",
            "all nodes, the database and the clients share its processors",
            "started anew 6 times")
        .doesNotContain("in place of six", "ApacheBench");
  }

  @Test
  void shouldTellOtherNumbersOfNodesAndClientsAsDifferent() {
    Likeness likeness = likeness(Map.of("business nodes", "4", "web nodes", "1"), 3, 70);

    assertThat(text(likeness.same())).doesNotContain("Six", "two web", "50", "simultaneous");
    assertThat(text(likeness.different()))
        .contains("4 business and 1 web nodes in place of six and two.")
        .contains("ApacheBench with 3 to 70 simultaneous clients; the paper has 50 to 100");
  }

  @Test
  void shouldSayThatSystemsWereStartedOnce() {
    assertThat(text(likeness(Map.of("starts", "1"), 50).different()))
        .contains("All are started once")
        .doesNotContain("anew 1 times", "where there are three");
  }

  @Test
  void shouldSayWhereTheNodesWere() {
    assertThat(text(likeness(Map.of("where", "namespaces"), 50).different()))
        .contains("each node in a network namespace of its own, in place of nine PCs")
        .doesNotContain("loopback");
    assertThat(text(likeness(Map.of("where", "me@node1,node2"), 50).different()))
        .contains("Nodes on me@node1, node2, httpd and the clients on another machine, in place")
        .doesNotContain("One machine", "share its processors");
  }

  @Test
  void shouldNotCountADatabaseOfTheUsersAmongThoseThatShareTheProcessors() {
    assertThat(
            text(likeness(Map.of("database", "jdbc:postgresql://db/shop as me"), 50).different()))
        .contains("all nodes and the clients share")
        .doesNotContain("the database and");
  }

  @Test
  void shouldSayNothingOfJGroupsDirectlyWhereItWasNotMeasured() {
    List<Run> runs = List.of(run(Contender.JGROUPS, 50));

    assertThat(text(new Likeness(PAPERS, new Points(runs).all()).different()))
        .doesNotContain("JGroups directly");
  }

  /** Of results whose settings were not kept. */
  @Test
  void shouldClaimNothingThatItDoesNotKnow() {
    Likeness likeness = new Likeness(Map.of(), new Points(List.of(run(Contender.NONE, 1))).all());

    assertThat(text(likeness.same())).contains("Nodes with replicated").doesNotContain("Six");
    assertThat(text(likeness.different()))
        .contains("Other machines in place of nine PCs", "with 1 client;")
        .doesNotContain("null", "loopback", "started");
  }

  @ParameterizedTest
  @CsvSource({
    "JGROUPS, 50, 1.27",
    "JGROUPS, 60, –",
    "JGROUPS, 100, under 1.05",
    "JGROUPS, 10, –",
    "JGROUPS, 101, –",
    "LEGACY, 50, about 1.25",
    "LEGACY, 49, –",
    "LEGACY, 200, –",
    "SPREAD, 99, up to 1.42",
    "SPREAD, 100, 1.42",
    "SPREAD, 10, –",
    "DIRECT, 70, 1",
    "DIRECT, 7, –",
    "NONE, 70, –"
  })
  void shouldHaveValuesOfThePaperForItsNumbersOfClientsAlone(
      Contender system, int clients, String value) {
    assertThat(PaperFigure.of(system, clients)).isEqualTo(value);
  }

  private static Likeness likeness(Map<String, String> other, int... clients) {
    Map<String, String> settings = new HashMap<>(PAPERS);
    settings.putAll(other);
    List<Run> runs = new ArrayList<>();
    for (int count : clients) {
      runs.add(run(Contender.DIRECT, count));
    }
    return new Likeness(settings, new Points(runs).all());
  }

  private static Run run(Contender system, int clients) {
    return new Run(
        "2026-01-01T00:00:00Z", 1, new Step(1, clients, system), ExperimentTest.figures(10));
  }

  private static String text(List<String> sentences) {
    return String.join("\n", sentences);
  }
}
