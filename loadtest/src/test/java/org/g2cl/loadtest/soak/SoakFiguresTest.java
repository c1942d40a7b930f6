package org.g2cl.loadtest.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.audit.Harm;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakFiguresTest {
  private static final double TEN_MINUTES = 600;
  private static final Harm NONE = new Harm(0, 0, 0, 0, 0, 0);
  private static final List<Footprint> FLAT =
      List.of(
          new Footprint(0, "business1", 30, 40),
          new Footprint(1, "business1", 32, 60),
          new Footprint(2, "business1", 33, 65));

  @TempDir private Path directory;

  @Test
  void shouldSpreadRequestsEvenlyOverClientsAndTime() {
    Pace pace = Pace.of(200, 100, 1_000);

    assertThat(pace.interval()).isEqualTo(Duration.ofMillis(500).toNanos());
    assertThat(pace.due(0, 0, 7)).isEqualTo(1_000);
    assertThat(pace.due(50, 0, 7)).isEqualTo(1_000 + Duration.ofMillis(250).toNanos());
    assertThat(pace.due(0, 3, 7)).isEqualTo(1_000 + Duration.ofMillis(1_500).toNanos());
  }

  @Test
  void shouldLetTheNextRequestBeDueAtOnceWithoutPace() {
    assertThat(Pace.asFastAsAnswersCome().due(5, 9, 42)).isEqualTo(42);
  }

  @Test
  void shouldCountAStallFromWhenRequestsWereDue() {
    Recording recording = new Recording(0, Duration.ofSeconds(1), 2);
    recording.add(0, 900_000_000, true);
    recording.add(500_000_000, 1_200_000_000, false);
    recording.add(3_000_000_000L, 3_001_000_000L, true);

    assertThat(recording.between(0, 1).percentile(100)).isBetween(899.0, 901.0);
    assertThat(recording.between(1, 2).requests())
        .as("one ended after the last slice")
        .isEqualTo(2);
    assertThat(recording.between(1, 2).percentile(100)).isBetween(699.0, 701.0);
    assertThat(recording.between(0, 2).failed()).isEqualTo(1);
  }

  /** A bed that cannot keep up lets requests wait for many minutes. */
  @Test
  void shouldTellWaitsOfAnyLength() {
    Recording recording = new Recording(0, Duration.ofMinutes(10), 2);
    recording.add(0, Duration.ofSeconds(400).toNanos(), true);
    recording.add(0, Duration.ofSeconds(1_000).toNanos(), true);

    assertThat(recording.between(0, 1).percentile(99)).isBetween(399e3, 401e3);
    assertThat(recording.all().percentile(99)).isBetween(999e3, 1_001e3);
  }

  @Test
  void shouldCountTheRequestsOfAClientThatWereDueUntilAMoment() {
    Pace pace = Pace.of(200, 100, 1_000);
    long interval = pace.interval();

    assertThat(pace.dueUntil(0, 999)).isZero();
    assertThat(pace.dueUntil(0, 1_000)).isEqualTo(1);
    assertThat(pace.dueUntil(0, 1_000 + 3 * interval)).isEqualTo(4);
    assertThat(pace.dueUntil(50, 1_000 + 3 * interval)).isEqualTo(3);
    assertThat(Pace.asFastAsAnswersCome().dueUntil(5, 42)).isZero();
  }

  @Test
  void shouldReadWhatACollectionHasLeftByTheOldGenerationAlone() {
    String serial =
        """
        4242:
         def new generation   total 19712K, used 1024K [0x1, 0x2, 0x3)
          eden space 17536K,   5% used [0x1, 0x2, 0x3)
          from space 2176K,   0% used [0x1, 0x2, 0x3)
         tenured generation   total 43712K, used 20480K [0x1, 0x2, 0x3)
           the space 43712K,  51% used [0x1, 0x2, 0x3, 0x4)
         Metaspace       used 30000K, committed 30500K, reserved 1110016K
        """;

    assertThat(Inspection.used(serial)).isEqualTo(20.0);
    assertThat(Inspection.used(" garbage-first heap   total 65536K, used 3072K [0x1, 0x2)"))
        .isEqualTo(3.0);
    assertThatThrownBy(() -> Inspection.used("no idea"))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("no idea");
  }

  @Test
  void shouldBeGoodWhenNothingFailedOrGrew() throws IOException {
    SoakReport report = report(10, FLAT, account(0, NONE));

    assertThat(report.isGood()).as(report.lines().toString()).isTrue();
    assertThat(report.write(directory))
        .allSatisfy(file -> assertThat(file).isNotEmptyFile())
        .allSatisfy(file -> assertThat(ResultFolder.FILES).contains(file.getFileName().toString()));
    assertThat(directory.resolve("report.html")).content().contains("failed 0", ": met");
  }

  @Test
  void shouldNotBeGoodWhenItWasInterruptedOrAWriteWasLost() {
    assertThat(report(10, FLAT, null).isGood()).isFalse();
    Harm lost = new Harm(1, 0, 0, 0, 0, 0);
    assertThat(report(10, FLAT, account(0, lost)).isGood()).isFalse();
  }

  @Test
  void shouldCountRequestsThatFailedAfterTheLastWindow() {
    SoakReport report = report(10, FLAT, account(5, NONE));

    assertThat(report.isGood()).isFalse();
    assertThat(report.lines().toString()).contains("failed requests: 5.00");
  }

  @Test
  void shouldNotTakeAWindowInWhichNothingWasAnsweredForAFastOne() {
    SoakWindow silent = new SoakWindow(2, 2 * TEN_MINUTES, 0, 0, 0, 0, 0, 0, 0);

    assertThat(report(silent, FLAT, account(0, NONE)).isGood()).isFalse();
  }

  @Test
  void shouldMissItsTargetsWhenResponseTimeOrHeapGrew() {
    Account account = account(0, NONE);
    List<Footprint> leak =
        List.of(
            new Footprint(0, "web1", 20, 50),
            new Footprint(1, "web1", 20, 50),
            new Footprint(2, "web1", 23, 50));

    assertThat(report(13, FLAT, account).isGood()).isFalse();
    SoakReport grown = report(10, leak, account);
    assertThat(grown.isGood()).isFalse();
    assertThat(grown.lines().toString()).contains("grew most: 1.15, at most 1.10: missed");
  }

  @Test
  void shouldMissItsTargetsWhenAWindowBetweenTheFirstAndTheLastWasSlow() {
    SoakReport report =
        report(
            List.of(
                window(1, 10, TEN_MINUTES), window(2, 26, TEN_MINUTES), window(3, 10, TEN_MINUTES)),
            FLAT,
            account(0, NONE));

    assertThat(report.isGood()).isFalse();
    assertThat(report.lines().toString())
        .contains("slowest later window over first: 2.60, at most 1.20: missed");
  }

  /** Equally slow in all windows, nothing failed: only what was due tells. */
  @Test
  void shouldMissItsTargetsWhenTheBedDoesNotKeepUpFromTheFirstWindowOn() throws IOException {
    SoakReport report = report(10, FLAT, new Account(800, 400, 480_000, 120_000, 0, NONE));

    assertThat(report.isGood()).isFalse();
    assertThat(report.lines().toString())
        .contains("12,000 requests, 10/s where 400/s were due, of a peak of 800/s")
        .contains("360,000 of 480,000 due without a good answer, failed 0;")
        .contains("no good answer until the end, percent: 75.00, at most 1.00: missed");
    report.write(directory);
    assertThat(directory.resolve("summary.json"))
        .content()
        .contains("\"due\" : 480000", "\"answered\" : 120000", "\"answersPerSecond\" : 10.0");
    assertThat(directory.resolve("report.html")).content().contains("percent: 75.00");
  }

  @Test
  void shouldReadBackAnAccount() {
    Account account = new Account(800, 400, 480_000, 479_990, 5, new Harm(1, 2, 3, 4, 5, 6));

    assertThat(account.row()).hasSameSizeAs(Account.COLUMNS);
    assertThat(Account.of(account.row())).isEqualTo(account);
  }

  /** Half a minute: the heaps grow by the replies that are kept, to a bound. */
  @Test
  void shouldTellOfGrowthButNotJudgeItInWindowsOfUnderFiveMinutes() {
    List<Footprint> growing =
        List.of(
            new Footprint(0, "business1", 18, 50),
            new Footprint(1, "business1", 20, 50),
            new Footprint(2, "business1", 25, 50));

    SoakReport report =
        report(List.of(window(1, 10, 299), window(2, 20, 299)), growing, account(0, NONE));

    assertThat(report.isGood()).isTrue();
    assertThat(report.lines().toString())
        .contains("later window over first: 2.00, not judged", "grew most: 1.25, not judged");
  }

  @Test
  void shouldMissItsTargetsWhenANodeHasMoreThreadsAtTheEnd() {
    List<Footprint> more =
        List.of(
            new Footprint(0, "web1", 20, 40),
            new Footprint(1, "web1", 20, 50),
            new Footprint(2, "web1", 20, 56));

    SoakReport report = report(10, more, account(0, NONE));

    assertThat(report.isGood()).isFalse();
    assertThat(report.lines().toString())
        .contains("threads, then and then: web1 50 56")
        .contains("the node with most: 6.00, at most 5.00: missed");
  }

  @Test
  void shouldReadHowManyThreadsLive() {
    String counters =
        "4242:\njava.threads.daemon=20\njava.threads.live=31\njava.threads.livePeak=40\n";

    assertThat(Inspection.threads(counters)).isEqualTo(31);
    assertThatThrownBy(() -> Inspection.threads("4242:\n"))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("UsePerfData");
  }

  @Test
  void shouldNameTheDirectoryAgainWhenTheReportCannotBeWritten() {
    Path gone = directory.resolve("gone");

    assertThatThrownBy(() -> report(10, FLAT, null).write(gone))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("make room, then ./ha loadtest soak --report --out=" + gone);
  }

  private static Account account(long failed, Harm harm) {
    return new Account(800, 400, 480_000, 480_000 - failed, failed, harm);
  }

  private static SoakReport report(double lastP99, List<Footprint> heaps, Account account) {
    return report(window(2, lastP99, TEN_MINUTES), heaps, account);
  }

  private static SoakReport report(SoakWindow last, List<Footprint> heaps, Account account) {
    return report(List.of(window(1, 10, TEN_MINUTES), last), heaps, account);
  }

  private static SoakReport report(
      List<SoakWindow> windows, List<Footprint> heaps, Account account) {
    return new SoakReport(
        windows, windows, heaps, account, List.of(Map.of("clients", "2"), Map.of(), Map.of()));
  }

  private static SoakWindow window(int number, double p99, double seconds) {
    SoakWindow window = new SoakWindow(number, number * seconds, 6_000, 0, 100, 3, 8, p99, 50);
    return SoakWindow.of(window.row());
  }
}
