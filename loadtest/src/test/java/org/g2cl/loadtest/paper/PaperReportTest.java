package org.g2cl.loadtest.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperReportTest {
  @TempDir private Path folder;

  @Test
  void shouldWriteSummaryPicturesAndPage() throws IOException {
    PaperReport report = report(1.01);

    assertThat(report.write(folder).stream().map(file -> file.getFileName().toString()))
        .containsExactly("summary.json", "figure1.svg", "figure1.png", "report.html")
        .isSubsetOf(ResultFolder.FILES);

    JsonNode summary = new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
    JsonNode point = summary.get("points").get(4);
    assertThat(point.get("system").asText()).isEqualTo("jgroups");
    assertThat(point.get("clients").asInt()).isEqualTo(50);
    for (String field :
        List.of("mean", "ciLow", "ciHigh", "median", "p95", "p99", "throughput", "ratioToDirect")) {
      assertThat(point.get(field).isNumber()).as(field).isTrue();
    }
    assertThat(summary.get("targets").get(0).get("verdict").asText()).isEqualTo("met");
    assertThat(Files.readString(folder.resolve("figure1.svg"))).contains("<svg");
    assertThat(Files.size(folder.resolve("figure1.png"))).isGreaterThan(5_000);
  }

  @Test
  void shouldShowThePapersValuesBesideOurs() throws IOException {
    report(1.30).write(folder);

    assertThat(Files.readString(folder.resolve("report.html")))
        .contains(
            "paper: G2CL on JGroups 2.6",
            "<td class=n>1.27</td><td class=n>1.30",
            "<td class=n>under 1.05</td>",
            "missed",
            "verdict bad",
            "dual",
            "Other machines in place of nine PCs");
  }

  @Test
  void shouldNameTheDirectoryAgainWhenTheReportCannotBeWritten() {
    Path gone = folder.resolve("gone");

    assertThatThrownBy(() -> report(1.01).write(gone))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("make room, then ./ha loadtest paper --report --out=" + gone);
  }

  @Test
  void shouldPrintATable() {
    assertThat(report(1.01).lines())
        .hasSize(1 + 6 + 2 + 2)
        .anyMatch(l -> l.contains("at most 1.03: met"));
  }

  /** Without replication a request takes 2 ms, with it 1 ms and a tenth of its response time. */
  @Test
  void shouldSayWhatOursTakesOfARequestsProcessorTime() throws IOException {
    assertThat(report(0.95).lines())
        .filteredOn(line -> line.contains("what ours takes of all processor time of a request"))
        .hasSize(2)
        .allMatch(line -> line.contains("clients: 0.31") && line.endsWith("at most 0.33: met"));

    report(1.30).write(folder);
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("<th class=n>others", "100 clients: 0.445", "at most 0.33: missed");
    JsonNode summary = new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
    assertThat(summary.get("targets")).hasSize(4);
    assertThat(summary.at("/points/0/cpuMillis/idle").asDouble()).isEqualTo(0.2);
  }

  @Test
  void shouldNotCallGoodWhatARunBrokeIn() throws IOException {
    report(1.01).write(folder);
    assertThat(page()).contains("verdict good", "no request failed.").doesNotContain("broke");
    assertThat(summary().at("/brokenBySystem/jgroups").asInt(-1)).isZero();
    assertThat(report(1.01).harmless()).isTrue();

    PaperReport report =
        report(
            1.01,
            broken(2, Contender.JGROUPS),
            broken(3, Contender.DIRECT),
            broken(5, Contender.JGROUPS));
    report.write(folder);

    assertThat(report.harmless()).isFalse();
    assertThat(page())
        .contains(
            "no request failed; 3 runs broke: direct 1, jgroups 2.",
            "jgroups broke with 50 clients, start 1, round 2: business1 ended")
        .doesNotContain("verdict good");
    assertThat(report.lines()).contains("  3 runs broke: direct 1, jgroups 2");
    assertThat(summary().get("brokenBySystem").toString())
        .isEqualTo("{\"none\":0,\"direct\":1,\"jgroups\":2}");
    assertThat(summary().get("broken")).hasSize(3);
  }

  @Test
  void shouldTellWhatBrokeAlsoOfASystemThatHasNoRun() {
    PaperReport report =
        new PaperReport(
            List.of(), List.of(broken(1, Contender.SPREAD)), Map.of(), Map.of(), Map.of());

    assertThat(report.lines()).contains("  1 run broke: spread 1");
  }

  private String page() throws IOException {
    return Files.readString(folder.resolve("report.html"));
  }

  private JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
  }

  private static Broken broken(int round, Contender system) {
    List<String> line = new ArrayList<>(Broken.run(1, new Step(round, 50, system)));
    line.add(0, "2026-01-01T00:00:00Z");
    line.add("business1 ended; by itself");
    return Broken.of(line);
  }

  private static PaperReport report(double ratio, Broken... broken) {
    List<Run> runs = new ArrayList<>();
    for (int round = 1; round <= 6; round++) {
      for (int clients : List.of(50, 100)) {
        double wobble = 1 + round / 1e4;
        add(runs, round, clients, Contender.NONE, 10);
        add(runs, round, clients, Contender.DIRECT, 20);
        add(runs, round, clients, Contender.JGROUPS, 20 * ratio * wobble);
      }
    }
    return new PaperReport(
        runs,
        List.of(broken),
        Map.of("clients", "[50, 100]"),
        Map.of("processors", "dual"),
        Map.of("ha", "test"));
  }

  private static void add(List<Run> runs, int round, int clients, Contender system, double mean) {
    runs.add(
        new Run(
            "2026-01-01T00:00:00Z",
            (round + 1) / 2,
            new Step(round, clients, system),
            ExperimentTest.figures(mean)));
  }
}
