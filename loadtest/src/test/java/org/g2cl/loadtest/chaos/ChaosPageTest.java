package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class ChaosPageTest {
  private static final Fault KILL = KillRun.kill(Waits.NONE);
  private static final ChaosSettings SETTINGS = KillRun.settings(Path.of("."));

  @Test
  void shouldMeasureAFailoverFromTheKillUntilTheSessionIsAnswered() {
    Measures measures = new Measures(List.of(KILL));
    measures.add(call(1_900_000, 2_400_000, "10.99.0.12:4201"));
    measures.add(call(2_100_000, 2_500_000, "10.99.0.12:4201"));
    measures.add(call(2_100_000, 2_200_000, ""));
    measures.add(call(7_000_000, 7_100_000, "10.99.0.12:4201"));

    assertThat(waits(measures)).isEqualTo(failovers(400L, 400L));
    assertThat(measures.seconds()).hasSize(8);
    assertThat(measures.seconds().get(2).answered()).isEqualTo(3);
  }

  @Test
  void shouldSortAWaitByWhatItWaitedForAndNotByItsEnd() {
    Measures measures = new Measures(List.of(KILL));
    measures.add(call(2_100_000, 2_600_000, ""));
    measures.add(call(1_900_000, 5_100_000, ""));
    measures.add(call(3_800_000, 5_500_000, ""));
    measures.add(call(5_000_000, 5_700_000, "10.99.0.12:4201"));
    measures.add(call(5_000_000, 5_100_000, ""));

    assertThat(waits(measures))
        .isEqualTo(
            new Waits(List.of(), List.of(500L), List.of(3_200L, 1_700L), List.of(700L), List.of()));
    assertThat(waits(measures).others()).containsExactlyInAnyOrder(500L, 3_200L, 1_700L, 700L);
  }

  @Test
  void shouldTakeAllWaitsOfARestartForWaitsAtAReturn() {
    Measures measures = new Measures(List.of(restart()));
    measures.add(call(1_900_000, 2_600_000, ""));
    measures.add(call(3_000_000, 4_000_000, ""));

    assertThat(waits(measures).returns()).containsExactly(700L, 1_000L);
  }

  private static Fault restart() {
    return new Fault(
        FaultKind.ROLLING,
        "5 nodes, one after the other",
        List.of(),
        2_000_000,
        2_000_000,
        5_000_000,
        6_500_000,
        Waits.NONE);
  }

  @Test
  void shouldCountCreationsApartAndNeverAsAFailoverOfASession() {
    Measures measures = new Measures(List.of(KILL));
    measures.add(creation(Outcome.OK, 2_100_000, 2_600_000));
    measures.add(creation(Outcome.OK, 3_900_000, 4_700_000));
    measures.add(creation(Outcome.UNKNOWN, 2_100_000, 3_000_000));
    measures.add(call(60_000_000, 62_100_000, ""));

    assertThat(waits(measures))
        .isEqualTo(
            new Waits(List.of(), List.of(), List.of(), List.of(), List.of(500L, 800L, 900L)));
  }

  @Test
  void shouldExplainEachTimeOnThePageOfTheCommand() throws IOException {
    String page = Files.readString(Path.of("../docs/howto/chaos.md"));

    for (Times times : Times.values()) {
      assertThat(page).contains("| " + times.row() + " | " + times.meaning() + " |");
    }
  }

  @Test
  void shouldMeasureUntilTheFirstAnswerWhenACallIsGivenUpMeanwhile() {
    Measures measures = new Measures(List.of(KILL));
    String result = "NoServerException: 10.99.0.12:4201 did not answer";
    measures.add(
        new Operation(1, 1, Act.READ, 0, Outcome.UNKNOWN, 2_100_000, 3_000_000, "", result));
    measures.add(call(3_000_000, 4_100_000, ""));
    measures.add(call(4_100_000, 4_200_000, ""));

    assertThat(waits(measures).failovers()).containsExactly(2_000L);
  }

  @Test
  void shouldMeasureASessionThatNeverAnswersUntilTheEndOfTheRun() {
    Measures measures = new Measures(List.of(KILL));
    measures.add(
        new Operation(
            2, 1, Act.READ, 0, Outcome.UNKNOWN, 2_100_000, 3_000_000, "10.99.0.12:4201", ""));
    measures.add(call(60_000_000, 62_100_000, ""));

    assertThat(waits(measures).failovers()).containsExactly(60_000L);
  }

  private static Waits waits(Measures measures) {
    return measures.faults().get(0).waits();
  }

  private static Waits failovers(Long... millis) {
    return new Waits(List.of(millis), List.of(), List.of(), List.of(), List.of());
  }

  private static Fault failedOver(Long... millis) {
    List<Long> others = List.of(60_000L);
    return KILL.with(new Waits(List.of(millis), others, others, others, others));
  }

  @Test
  void shouldSayThatAFailoverWasSlowerThanPromised() {
    Fault slow = failedOver(200L, 1_200L);

    assertThat(Failovers.violations(List.of(slow)))
        .singleElement()
        .satisfies(
            violation ->
                assertThat(violation.text())
                    .contains("1,200 ms, the longest of 2 (promised: 1,000 ms at p99)"));
    assertThat(Failovers.violations(List.of(failedOver(900L)))).isEmpty();
  }

  @Test
  void shouldSayInTheVerdictThatNoNodeWasKilled() {
    assertThat(report(List.of(KILL)).verdict())
        .startsWith("Every promise was kept: 1 fault in 0.2 minutes");
    assertThat(report(List.of(restart())).verdict())
        .startsWith("Every promise was kept, but no node was killed in this run")
        .contains("--kills", "1 fault in 0.2 minutes, seed 5");
    assertThat(report(List.of()).verdict())
        .startsWith("Every promise was kept, but no fault was done in this run")
        .contains("--minutes");
  }

  @Test
  void shouldShowNoQuantileOfTooFewWaits() {
    assertThat(Failovers.of(List.of(KILL), FaultKind::closesSockets).text()).isEqualTo("no sample");
    assertThat(Failovers.of(List.of(failedOver(1_900L)), FaultKind::closesSockets).text())
        .isEqualTo("1,900 ms (1 at 1 of 1 faults)");
    assertThat(Failovers.of(List.of(failedOver(200L, 900L)), FaultKind::closesSockets).text())
        .isEqualTo("p50 200 ms, longest 900 ms (2 at 1 of 1 faults)");
    Long[] hundred = Collections.nCopies(100, 300L).toArray(new Long[0]);
    assertThat(Failovers.of(List.of(failedOver(hundred)), FaultKind::closesSockets).text())
        .isEqualTo("p50 300 ms, p99 300 ms, longest 300 ms (100 at 1 of 1 faults)");
  }

  @Test
  void shouldShowADashWhereNobodyWaited() {
    String page = new ChaosPage(report(List.of(KILL))).html();

    assertThat(page).contains("<td class=n>0</td><td class=n>–</td>").doesNotContain(">0 ms<");
    assertThat(Times.WHOLE.of(List.of(KILL))).isEqualTo("1.5 s");
    assertThat(Times.WHOLE.of(List.of())).isEqualTo("no sample");
  }

  @Test
  void shouldListAKindOfFaultOfWhichNoneWasSeenWholeAgain() {
    Fault never = new Fault(FaultKind.PAUSE, "business4", List.of(), 1, 1, 2, 0, Waits.NONE);

    assertThat(new ChaosPage(report(List.of(never))).html())
        .contains(
            "<tr><td>%s</td><td class=n>1</td><td class=n>–</td><td class=n>–</td>"
                .formatted(FaultKind.PAUSE.description()));
  }

  private static ChaosReport report(List<Fault> faults) {
    return new ChaosReport(SETTINGS, faults, List.of(), List.of(), new Checker(), 9);
  }

  @Test
  void shouldDrawAPictureThatIsWellFormedAndNamesTheFaults()
      throws ParserConfigurationException, IOException, SAXException {
    Measures measures = new Measures(List.of(KILL));
    measures.add(call(100, 3_000_000, ""));
    Checker checker = new Checker();
    ChaosReport report =
        new ChaosReport(
            SETTINGS,
            measures.faults(),
            List.of(new Violation(Violation.Kind.NOT_WHOLE, "a < b")),
            measures.seconds(),
            checker,
            9);
    String page = new ChaosPage(report).html();
    String svg = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + 6);

    assertThat(DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(source(svg)))
        .isNotNull();
    assertThat(svg).contains("kill -9 of a node: business2");
    assertThat(page).contains("NOT_WHOLE", "a &lt; b", "1 violation (").doesNotContain("${");
    assertThat(page).contains("Nothing was lost or doubled, it took too long");
    assertThat(page).contains(Times.THROUGH.row(), "after kills and restarts for 1 s");
    assertThat(ChaosFiles.table(report)).contains("seed 5");
    assertThat(report.isKept()).isFalse();
  }

  private static InputSource source(String text) {
    return new InputSource(new StringReader(text));
  }

  /** Of a cart of its own, which was sent to the server that failed. */
  private static Operation creation(Outcome outcome, long begin, long end) {
    return new Operation(
        2, (int) end, Act.CREATE, 0, outcome, begin, end, "10.99.0.12:4201", "10.99.0.12:4201");
  }

  private static Operation call(long begin, long end, String failedFrom) {
    return new Operation(1, 1, Act.INSERT, 1, Outcome.OK, begin, end, failedFrom, "");
  }
}
