package org.g2cl.loadtest.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.g2cl.loadtest.audit.Harm;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.Origin;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.g2cl.loadtest.load.Hit;
import org.g2cl.loadtest.load.LoadException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailoverFiguresTest {
  private static final long BEGIN = 10_000_000;

  @TempDir private Path folder;

  @Test
  void shouldTakeTheLongestWaitOfEachClientFromTheFailureOn() {
    List<Hit> hits =
        List.of(
            hit(1, BEGIN - 900_000),
            hit(1, BEGIN - 100_000),
            hit(1, BEGIN + 400_000),
            hit(1, BEGIN + 500_000),
            hit(2, BEGIN - 50_000),
            hit(2, BEGIN + 10_000));

    assertThat(Stalls.of(hits, BEGIN, BEGIN + 1_000, BEGIN + 5_000_000))
        .containsExactly(500.0, 60.0);
  }

  @Test
  void shouldCountAClientThatIsNotAnsweredAnyMoreAsFailedAndWaitingToTheEnd() {
    long to = BEGIN + 3_000_000;
    long end = BEGIN + 5_000_000;
    List<Hit> hits =
        List.of(
            hit(1, BEGIN - 1_000),
            hit(1, to + 1_000),
            hit(2, BEGIN - 100_000),
            hit(3, BEGIN - 1_000),
            hit(3, BEGIN + 1_000_000));

    assertThat(Stalls.of(hits, BEGIN, to, end)).containsExactly(3_002.0, 5_100.0, 4_000.0);
    assertThat(Hit.unanswered(hits, 4, to)).as("2, 3, and 4, which never was").isEqualTo(3);
  }

  @Test
  void shouldNotCountAWaitThatBeginsAfterAllIsOver() {
    List<Hit> hits = List.of(hit(1, BEGIN - 1), hit(1, BEGIN + 1_000), hit(1, BEGIN + 9_000_000));

    assertThat(Stalls.of(hits, BEGIN, BEGIN + 500, BEGIN + 9_500_000)).containsExactly(1.001);
  }

  @Test
  void shouldCountGoodAnswersInStepsAroundTheFailure() {
    List<Hit> hits = new ArrayList<>();
    for (long at = BEGIN - 1_000_000; at < BEGIN + 1_000_000; at += 10_000) {
      hits.add(hit(1, at));
    }

    List<Slices.Slice> slices = Slices.of(hits, BEGIN, BEGIN - 1_000_000, BEGIN + 1_000_000);

    assertThat(slices.get(0).seconds()).isEqualTo(-0.625);
    assertThat(slices).allSatisfy(slice -> assertThat(slice.perSecond()).isEqualTo(100));
  }

  @Test
  void shouldReadBackTheLinesOfResults() {
    Outcome outcome = outcome(1, Disturbance.PAUSE, 8_123.4, List.of(12.5, 700.1));

    assertThat(outcome.line()).hasSameSizeAs(Outcome.COLUMNS);
    assertThat(Outcome.of(outcome.line())).isEqualTo(outcome);
    assertThat(outcome.line().get(Outcome.COLUMNS.indexOf("rollMillis"))).isEmpty();
    Outcome rolled = rolled(1, 300, 1_900, 61_000);
    assertThat(Outcome.of(rolled.line())).isEqualTo(rolled);
    assertThat(rolled.line().get(Outcome.COLUMNS.indexOf("rollMillis"))).isEqualTo("61000.0");

    Course course = course(Disturbance.ROLLING, 90.125, 200);
    assertThat(course.line()).hasSameSizeAs(Course.COLUMNS);
    assertThat(Course.of(course.line())).isEqualTo(course);
  }

  @Test
  void shouldPlanEachFailureOnceARound() {
    FailoverSettings settings = settings();

    assertThat(settings.plan()).hasSize(15).doesNotHaveDuplicates();
    assertThat(settings.plan().subList(0, 3).stream().map(FailoverSettings.Step::round))
        .containsOnly(1);
  }

  @Test
  void shouldSumUpAKindAndLeaveOutWhatWasNotSeen() {
    KindSummary summary =
        KindSummary.of(
            Disturbance.PAUSE,
            List.of(
                outcome(1, Disturbance.PAUSE, 8_000, List.of(10.0, 500.0)),
                outcome(2, Disturbance.PAUSE, 9_000, List.of(20.0, 700.0)),
                outcome(3, Disturbance.PAUSE, Outcome.NONE, List.of(30.0, 900.0))));

    assertThat(summary.unnoticed()).isEqualTo(1);
    assertThat(summary.detection().mean()).isEqualTo(8_500);
    assertThat(summary.longestStall().mean()).isEqualTo(700);
    assertThat(summary.stallGreatest()).isEqualTo(900);
    assertThat(summary.clients()).isEqualTo(6);
    assertThat(summary.whole()).isNull();
  }

  @Test
  void shouldNotCallRollingRestartsUnnoticed() {
    KindSummary summary =
        KindSummary.of(
            Disturbance.ROLLING,
            List.of(outcome(1, Disturbance.ROLLING, Outcome.NONE, List.of(10.0))));

    assertThat(summary.unnoticed()).isZero();
    assertThat(summary.detection()).isNull();
  }

  @Test
  void shouldTellTheSlowestNodeOfARollApartFromItsLength() throws IOException {
    FailoverReport report =
        report(
            List.of(
                rolled(1, 300, 1_900, 61_000), outcome(1, Disturbance.KILL, 700, List.of(100.0))),
            List.of());

    report.write(folder);

    assertThat(report.lines())
        .anyMatch(line -> line.matches(" +rolling restart +copies whole +1 of 1 +300 +– +300 +300"))
        .anyMatch(line -> line.matches(" +rolling restart +together again +1 of 1 +1,900 .*"))
        .anyMatch(line -> line.matches(" +rolling restart +whole roll +1 of 1 +61,000 .*"))
        .noneMatch(line -> line.matches(" +kill -9 +whole roll.*"));
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("<td>whole roll</td><td class=n>1 of 1</td><td class=n>61,000</td>");
    assertThat(Files.readString(folder.resolve("summary.json")))
        .contains("\"rollMillis\" : null", "\"mean\" : 61000.0");
  }

  @Test
  void shouldWriteSummaryPictureAndPage() throws IOException {
    FailoverReport report =
        new FailoverReport(
            List.of(outcome(1, Disturbance.KILL, 700, List.of(100.0, 800.0))),
            List.of(course(Disturbance.KILL, -0.125, 1_000), course(Disturbance.KILL, 0.125, 300)),
            List.of(),
            Map.of("clients", "2"),
            Map.of(),
            Map.of());

    report.write(folder);

    assertThat(report.harmless()).isTrue();
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("failed 0, lost 0, doubled 0", "verdict good", "kill -9");
    assertThat(Files.readString(folder.resolve("summary.json"))).contains("\"stall99\"");
    assertThat(folder.resolve("timeline.png")).isNotEmptyFile();
  }

  /** They take much longer than the others, which would be a stroke on their axis. */
  @Test
  void shouldDrawRollingRestartsInAPictureOfTheirOwn() throws IOException {
    List<Course> timeline =
        List.of(course(Disturbance.KILL, 0.125, 300), course(Disturbance.ROLLING, 90.125, 200));
    Outcome kill = outcome(1, Disturbance.KILL, 700, List.of(100.0));
    Outcome rolling = outcome(1, Disturbance.ROLLING, Outcome.NONE, List.of(100.0));

    report(List.of(kill), timeline).write(folder);
    byte[] ofKill = Files.readAllBytes(folder.resolve("timeline.svg"));
    assertThat(folder.resolve("rolling.svg")).doesNotExist();
    report(List.of(rolling), timeline).write(folder);
    byte[] ofRolling = Files.readAllBytes(folder.resolve("rolling.svg"));
    assertThat(pictures()).as("no empty one").isEqualTo(1);

    assertThat(report(List.of(kill, rolling), timeline).write(folder))
        .allSatisfy(file -> assertThat(ResultFolder.FILES).contains(file.getFileName().toString()));

    assertThat(folder.resolve("timeline.svg")).hasBinaryContent(ofKill);
    assertThat(folder.resolve("rolling.svg")).hasBinaryContent(ofRolling);
    assertThat(ofRolling).isNotEqualTo(ofKill);
    assertThat(folder.resolve("rolling.png")).isNotEmptyFile();
    assertThat(pictures()).isEqualTo(2);
  }

  @Test
  void shouldNameTheDirectoryAgainWhenTheReportCannotBeWritten() {
    Path gone = folder.resolve("gone");

    assertThatThrownBy(() -> report(List.of(), List.of()).write(gone))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("make room, then ./ha loadtest failover --report --out=" + gone);
  }

  private static FailoverReport report(List<Outcome> outcomes, List<Course> timeline) {
    return new FailoverReport(outcomes, timeline, List.of(), Map.of(), Map.of(), Map.of());
  }

  private long pictures() throws IOException {
    String page = Files.readString(folder.resolve("report.html"));
    return Pattern.compile("<img ").matcher(page).results().count();
  }

  @Test
  void shouldNotBeHarmlessWhenTheBedDidNotComeThroughAFailure() throws IOException {
    Broken broken = new Broken(4, "pause", "business3 has ended; while it was needed.");
    FailoverReport report =
        new FailoverReport(
            List.of(outcome(1, Disturbance.KILL, 700, List.of(100.0, 800.0))),
            List.of(),
            List.of(broken),
            Map.of(),
            Map.of(),
            Map.of());

    report.write(folder);

    String sentence = "pause, round 4, broke the bed: business3 has ended; while it was needed.";
    assertThat(report.harmless()).isFalse();
    assertThat(report.lines()).anyMatch(line -> line.contains(sentence));
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("Beds that broke besides: 1.", "verdict bad", sentence);
    assertThat(Files.readString(folder.resolve("summary.json"))).contains(sentence);
  }

  @Test
  void shouldSayHowManyTimesAreInAMeanThatIsNotOfAll() throws IOException {
    FailoverReport report =
        report(
            List.of(
                outcome(1, Disturbance.PAUSE, 8_000, List.of(100.0)),
                outcome(2, Disturbance.PAUSE, 9_000, List.of(100.0)),
                outcome(3, Disturbance.PAUSE, Outcome.NONE, List.of(100.0))),
            List.of());

    report.write(folder);

    assertThat(Files.readString(folder.resolve("report.html")))
        .contains(
            "<td>noticed</td><td class=n>2 of 3</td>",
            "<td>90 % throughput</td><td class=n>0 of 3</td><td class=n>–</td>");
  }

  /** It is what the experiment is made to find. */
  @Test
  void shouldCountTheOneSlowFailoverOfManyInAllFigures() throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (int round = 1; round <= 9; round++) {
      outcomes.add(outcome(round, Disturbance.KILL, 1_000 + round, List.of(2_000.0 + round)));
    }
    outcomes.add(outcome(10, Disturbance.KILL, 91_000, List.of(92_000.0)));
    FailoverReport report = report(outcomes, List.of());

    report.write(folder);

    KindSummary kill = KindSummary.of(Disturbance.KILL, outcomes);
    assertThat(kill.detection().outliers()).isZero();
    assertThat(kill.detection().greatest()).isEqualTo(91_000);
    assertThat(kill.detection().mean()).isEqualTo(10_004.5);
    assertThat(kill.longestStall().greatest()).isEqualTo(92_000);
    assertThat(Files.readString(folder.resolve("report.html")))
        .containsPattern("<td>noticed</td><td class=n>10 of 10</td><td class=n>10,00[45]</td>")
        .contains("<td class=n>1,006</td><td class=n>91,000</td>");
    assertThat(report.lines())
        .anyMatch(line -> line.matches(" +kill -9 +noticed +10 of 10 .* 1,006 +91,000"));
    assertThat(Files.readString(folder.resolve("summary.json")))
        .contains("\"median\" : 1005.5", "\"greatest\" : 91000.0");
  }

  @Test
  void shouldKeepWhatTheBedDidNotComeThroughUnlessItWasInterrupted() throws Exception {
    RuntimeException failure = BedException.bed("business3 has ended");
    FailoverRuns runs = runs();
    runs.open(new Opening(false, new Origin(Map.of(), Map.of()), sentence -> {}));
    runs.keepBroken(4, "pause", failure);
    runs.abort();
    assertThatThrownBy(() -> runs.keepBroken(5, "kill", failure)).isSameAs(failure);

    Files.delete(folder.resolve("timeline.csv"));
    FailoverRuns later = runs();
    later.openForReport();

    assertThat(folder.resolve("timeline.csv")).as("nothing is written").doesNotExist();
    assertThat(later.report().harmless()).isFalse();
    assertThat(later.report().lines())
        .contains("  pause, round 4, broke the bed: business3 has ended")
        .noneMatch(line -> line.contains("round 5"));
  }

  /** A cart that does not answer after one failure, and does after the next. */
  @Test
  void shouldNotSetWhatIsFoundAgainOffAgainstWhatWasLost() throws IOException {
    FailoverReport report =
        report(
            List.of(
                harmed(4, 800, 3),
                outcome(5, Disturbance.KILL, 700, List.of(9.0)),
                harmed(6, -800, -3)),
            List.of());

    report.write(folder);

    assertThat(report.harmless()).isFalse();
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("failed 0, lost 800, doubled 3.", "verdict bad");
    assertThat(Files.readString(folder.resolve("summary.json"))).contains("\"harmed\" : 2");
    assertThat(report.lines()).anyMatch(line -> line.matches(" +kill -9 .* 0 +800 +3"));
  }

  private static Outcome harmed(int round, long lost, long doubled) {
    Outcome good = outcome(round, Disturbance.KILL, 700, List.of(100.0));
    List<String> line = new ArrayList<>(good.line());
    line.set(Outcome.COLUMNS.indexOf("lost"), "" + lost);
    line.set(Outcome.COLUMNS.indexOf("doubled"), "" + doubled);
    return Outcome.of(line);
  }

  /** Else it would be subtracted from what the failures do. */
  @Test
  void shouldRequireThatNothingWasHarmedBeforeTheFirstFailure() {
    List<Hit> good = List.of(hit(1, BEGIN), hit(2, BEGIN));
    List<Hit> bad = List.of(hit(1, BEGIN), new Hit(BEGIN, 1_000, 503, "web1", "phase1", 2));
    Harm none = new Harm(0, 0, 0, 0, 0, 0);

    assertThatNoException().isThrownBy(() -> FailoverBed.requireGood(good, none));
    assertThatThrownBy(() -> FailoverBed.requireGood(bad, none))
        .isInstanceOf(LoadException.class)
        .hasMessage(
            "before any failure 1 of 2 requests failed, lost 0, doubled 0, carts that could not be read: 0");
    assertThatThrownBy(() -> FailoverBed.requireGood(good, new Harm(5, 0, 2, 0, 0, 1)))
        .hasMessageContaining(
            "0 of 2 requests failed, lost 7, doubled 0, carts that could not be read: 1");
    assertThatThrownBy(() -> FailoverBed.requireGood(good, new Harm(0, 1, 0, 1, 1, 0)))
        .hasMessageContaining("lost 0, doubled 3");
    assertThatThrownBy(() -> FailoverBed.requireGood(List.of(), none))
        .hasMessageContaining("0 of 0 requests");
  }

  @Test
  void shouldKeepThatTheWarmUpBrokeTheBed() throws Exception {
    FailoverRuns runs = runs();
    runs.open(new Opening(false, new Origin(Map.of(), Map.of()), sentence -> {}));

    runs.keepBroken(2, Broken.WARM_UP, new LoadException("before any failure lost 7"));

    assertThat(runs.report().harmless()).isFalse();
    assertThat(runs.report().lines())
        .contains("  warm-up, round 2, broke the bed: before any failure lost 7");
  }

  /** Else Ctrl-C and the same command again would end well. */
  @Test
  void shouldNotBeHarmlessWhenTheVeryFirstFailureBrokeTheBedOfAnInterruptedStart()
      throws Exception {
    Opening opening = new Opening(false, new Origin(Map.of(), Map.of()), sentence -> {});
    FailoverRuns runs = runs();
    runs.open(opening);
    runs.keepBroken(1, "kill", BedException.bed("business3 has ended"));

    FailoverRuns again = runs();
    again.open(opening);

    assertThat(again.made()).isZero();
    assertThat(again.report().harmless()).isFalse();
    assertThat(again.report().lines())
        .contains("  kill -9, round 1, broke the bed: business3 has ended");
  }

  /** The next start of the bed deletes them. */
  @Test
  void shouldKeepTheLogsOfABedThatBrokeAndNameThemInItsLine() throws Exception {
    Path logs = Files.createDirectories(folder.resolve("logs"));
    FailoverRuns runs = runs();
    runs.open(new Opening(true, new Origin(Map.of(), Map.of()), sentence -> {}));
    Files.writeString(logs.resolve("business3.log"), "why it ended");

    String told = runs.keepBroken(4, "pause", BedException.bed("business3 has ended"));

    Path kept = folder.resolve("broken/1-pause-round-4/logs");
    assertThat(kept.resolve("business3.log")).hasContent("why it ended");
    assertThat(told).isEqualTo(" (its logs are kept in " + kept + ")");
    assertThat(runs.report().lines())
        .contains("  pause, round 4, broke the bed: business3 has ended" + told);
  }

  private FailoverRuns runs() {
    return new FailoverRuns(
        folder, settings(), BedSettings.builder(folder, folder, "Node").build());
  }

  private static FailoverSettings settings() {
    return new FailoverSettings(
        List.of(Disturbance.KILL, Disturbance.PAUSE, Disturbance.RESTART),
        5,
        10,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        1);
  }

  private static Hit hit(int client, long end) {
    return new Hit(end - 1_000, 1_000, 200, "web1", "phase1", client);
  }

  private static Course course(Disturbance kind, double seconds, double perSecond) {
    return new Course(new FailoverSettings.Step(1, kind), new Slices.Slice(seconds, perSecond, 50));
  }

  private static Outcome rolled(int round, double redundancy, double whole, double roll) {
    return new Outcome(
        "2026-01-01T00:00:00Z",
        new FailoverSettings.Step(round, Disturbance.ROLLING),
        7,
        Outcome.NONE,
        redundancy,
        whole,
        5_000,
        0,
        0,
        0,
        1_000,
        Outcome.NONE,
        roll,
        List.of(100.0));
  }

  private static Outcome outcome(
      int round, Disturbance kind, double detection, List<Double> stalls) {
    return new Outcome(
        "2026-01-01T00:00:00Z",
        new FailoverSettings.Step(round, kind),
        7,
        detection,
        Outcome.NONE,
        Outcome.NONE,
        5_000,
        0,
        0,
        0,
        1_000,
        Outcome.NONE,
        Outcome.NONE,
        stalls);
  }
}
