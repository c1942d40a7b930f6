package org.g2cl.loadtest.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.bed.BedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultFolderTest {
  private static final List<String> COLUMNS = List.of("a", "b");
  private static final String FINISHED = "a,b\n1,2\n3,4\n";
  private static final Origin FIRST = origin("0.1, commit 1234abcd", "23,000 MB");

  private final List<String> said = new ArrayList<>();

  @TempDir private Path directory;

  @Test
  void shouldMoveFinishedResultsIntoAFolderNamedByTheirTimeAndSayWhere() throws IOException {
    finish();

    assertThat(open(false).rows()).isEmpty();

    assertThat(previous()).containsExactly(FINISHED);
    Path moved = directory.resolve("previous");
    assertThat(said)
        .singleElement()
        .asString()
        .matches("Earlier results are kept in " + moved + "/\\d{8}-\\d{6}");
    assertThat(directory.resolve("report.html")).doesNotExist();
  }

  /** Hours of --full, then --quick twice in the same directory, within a second at worst. */
  @Test
  void shouldNeverReplaceEarlierResults() throws IOException {
    finish();
    finish("5,6");
    open(true).append(List.of("7", "8"));
    open(true);

    assertThat(previous()).containsExactlyInAnyOrder(FINISHED, "a,b\n5,6\n5,6\n", "a,b\n7,8\n");
    assertThat(said).hasSize(3).doesNotHaveDuplicates();
  }

  /** A wrong --where, a node that does not start, Ctrl-C in the warm-up. */
  @Test
  void shouldKeepFinishedResultsHoweverManyStartsAreCutShort() throws IOException {
    finish();

    open(false);
    open(false);
    assertThat(open(true).rows()).isEmpty();

    assertThat(previous()).containsExactly(FINISHED);
    assertThat(said).hasSize(1);
  }

  @Test
  void shouldDropWhatAStartThatWasCutShortLeftInOtherTables() {
    folder().openBeside(open(false), "heaps.csv", COLUMNS).append(List.of("left", "over"));
    CsvFile results = open(false);
    CsvFile heaps = folder().openBeside(results, "heaps.csv", COLUMNS);
    assertThat(heaps.rows()).isEmpty();

    heaps.append(List.of("of", "these"));
    results.append(List.of("1", "2"));

    assertThat(folder().openBeside(open(false), "heaps.csv", COLUMNS).rows()).hasSize(1);
  }

  /** The first run breaks its bed, then comes Ctrl-C. */
  @Test
  void shouldGoOnWithARunThatBrokeItsBedBeforeTheFirstResult() throws Exception {
    breakFirstRun();

    assertThat(open(false).rows()).isEmpty();

    assertThat(broken()).containsExactly("node3 has ended");
    assertThat(said).isEmpty();
    assertThat(directory.resolve("previous")).doesNotExist();
  }

  @Test
  void shouldKeepARunThatBrokeItsBedWithEarlierResultsWhenItBeginsAnew() throws Exception {
    breakFirstRun();

    assertThat(open(true).rows()).isEmpty();

    assertThat(broken()).isEmpty();
    assertThat(previous()).containsExactly("a,b\n");
    try (var folders = Files.list(directory.resolve("previous"))) {
      assertThat(folders)
          .singleElement()
          .satisfies(
              folder ->
                  assertThat(folder.resolve("broken.csv"))
                      .content()
                      .contains(",1,node3 has ended\n"));
    }
  }

  @Test
  void shouldNotGoOnWithOtherSettingsOverARunThatBrokeItsBed() throws Exception {
    breakFirstRun();

    assertThatThrownBy(() -> open(origin("0.1, commit 5678ef01", "23,000 MB")))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("holds 0 of 2 runs and 1 that broke their bed", "--fresh");
    assertThat(broken()).hasSize(1);
  }

  private void breakFirstRun() {
    open(false);
    BrokenRuns.open(directory, List.of("run"))
        .keep(
            List.of("1"), "run-1", BedException.bed("node3 has ended"), directory.resolve("none"));
  }

  private List<String> broken() {
    return BrokenRuns.openToRead(directory, List.of("run")).rows(line -> line.get(2));
  }

  @Test
  void shouldMoveFinishedResultsOfAVersionWithOtherColumns() throws IOException {
    finish();
    String finished = "a,c,d\n1,2,3\n3,4,5\n";
    Files.writeString(directory.resolve("results.csv"), finished);

    assertThat(open(origin("0.1, commit 5678ef01", "23,000 MB")).rows()).isEmpty();
    assertThat(previous()).containsExactly(finished);
  }

  @Test
  void shouldNameTheBuildThatAnInterruptedExperimentWithOtherColumnsIsOf() throws IOException {
    open(false).append(List.of("1", "2"));
    Files.writeString(directory.resolve("results.csv"), "a,c,d\n1,2,3\n");

    assertThatThrownBy(() -> open(origin("0.1, commit 5678ef01", "23,000 MB")))
        .hasMessageContainingAll("holds 1 of 2 runs", "ha was 0.1, commit 1234abcd");
  }

  @Test
  void shouldBeginAnewWhereAnotherVersionMadeNothing() throws IOException {
    open(false);
    Files.writeString(directory.resolve("results.csv"), "other,columns\n");

    assertThat(open(false).rows()).isEmpty();
  }

  /** As {@code --out=.} in a checkout. */
  @Test
  void shouldRefuseADirectoryOfTheUsersAndTouchNothing() throws IOException {
    List<String> theirs =
        List.of("README.md", "pom.xml", "report.html", "results.csv", "settings.json");
    for (String name : theirs) {
      Files.writeString(directory.resolve(name), name);
    }

    assertThatThrownBy(() -> open(true))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll(
            "--out " + directory + " holds README.md, pom.xml, report.html and 2 more,",
            "name a new or empty directory with --out");

    try (var files = Files.list(directory)) {
      assertThat(files.toList()).hasSize(theirs.size()).allSatisfy(ResultFolderTest::isUntouched);
    }
  }

  private static void isUntouched(Path file) {
    assertThat(file).hasContent(file.getFileName().toString());
  }

  @Test
  void shouldRefuseADirectoryWhoseFilesAreDeeperInIt() throws IOException {
    Files.writeString(
        Files.createDirectories(directory.resolve("bed/logs")).resolve("diary.log"), "years");

    assertThatThrownBy(() -> open(false))
        .isInstanceOf(BedException.class)
        .hasMessageContaining(" holds bed, which no run of ./ha loadtest made");
  }

  @Test
  void shouldTakeADirectoryInWhichNothingCanBeLost() throws IOException {
    Files.createDirectories(directory.resolve("bed/logs"));

    assertThat(open(false).rows()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"seed\":\"1\",\"runs\":\"2\"}",
        "{\"settings\":{\"runs\":\"2\"},\"machine\":{},\"versions\":{}}"
      })
  void shouldTakeADirectoryOfAnEarlierBuildWhichLeftNoMark(String settings) throws IOException {
    Files.writeString(directory.resolve("results.csv"), FINISHED);
    Files.writeString(settings(), settings);

    assertThat(open(true).rows()).isEmpty();

    assertThat(previous()).containsExactly(FINISHED);
  }

  @Test
  void shouldMoveNoFileThatItDidNotWrite() throws IOException {
    finish();
    Path theirs = Files.writeString(directory.resolve("thesis.txt"), "years of work");

    open(true);

    assertThat(previous()).containsExactly(FINISHED);
    assertThat(theirs).hasContent("years of work");
  }

  @Test
  void shouldGoOnWithAnInterruptedExperimentUnlessItHadOtherSettings() {
    open(false).append(List.of("1", "2"));

    assertThat(open(false).rows()).hasSize(1);
    ResultFolder other = folder(Map.of("seed", "2", ResultFolder.RUNS, "2"));
    assertThatThrownBy(() -> other.open(opening(false, FIRST), ResultFolderTest::isUnfinished))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("holds 1 of 2 runs", "seed was 1, now 2", "--fresh", "--out");
  }

  /** Else the mean would be of both, and the report would name one. */
  @Test
  void shouldNotGoOnOverAnotherBuild() {
    open(false).append(List.of("1", "2"));

    assertThatThrownBy(() -> open(origin("0.1, commit 5678ef01", "23,000 MB")))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll(
            "holds 1 of 2 runs",
            "ha was 0.1, commit 1234abcd, now 0.1, commit 5678ef01",
            "--fresh",
            "--out");
    assertThat(folder().madeWith().versions()).isEqualTo(FIRST.versions());
  }

  @Test
  void shouldGoOnAfterARestartOfTheMachineThatHasSomeMegabytesLess() {
    open(false).append(List.of("1", "2"));

    assertThat(open(origin("0.1, commit 1234abcd", "22,999 MB")).rows()).hasSize(1);
  }

  @Test
  void shouldKeepMachineAndVersionsForReportsOfALaterBuild() {
    open(false).append(List.of("1", "2"));

    MadeWith with = folder().madeWith();
    assertThat(with.settings()).containsEntry("seed", "1");
    assertThat(with.machine()).isEqualTo(FIRST.machine());
    assertThat(with.versions()).isEqualTo(FIRST.versions());
  }

  @Test
  void shouldNotGoOnWithResultsOfABuildThatDidNotKeepItsVersion() throws IOException {
    open(false).append(List.of("1", "2"));
    Files.writeString(settings(), "{\"seed\":\"1\",\"runs\":\"2\"}");

    assertThat(folder().madeWith().versions()).containsKey("not kept");
    assertThatThrownBy(() -> open(false))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("ha was not known, now 0.1, commit 1234abcd");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "{\"settings\":", "{\"versions\":{}}", "[1]"})
  void shouldBeginAnewWhereTheSettingsAreDamaged(String settings) throws IOException {
    open(false).append(List.of("1", "2"));
    Files.writeString(settings(), settings);

    assertThat(open(false).rows()).isEmpty();
    assertThat(previous()).containsExactly("a,b\n1,2\n");
  }

  /** A second name of the file shows what it held while the next one was written. */
  @Test
  void shouldNeverHaveHalfOfItsSettings() throws IOException {
    open(false);
    Path earlier = Files.createLink(directory.resolve("link"), settings());

    folder(Map.of("seed", "2", ResultFolder.RUNS, "2")).open(opening(false, FIRST), csv -> true);

    assertThat(Files.readString(earlier)).contains("\"seed\" : \"1\"");
    assertThat(folder().madeWith().settings()).containsEntry("seed", "2");
  }

  private void finish() throws IOException {
    finish("1,2", "3,4");
  }

  private void finish(String line) throws IOException {
    finish(line, line);
  }

  private void finish(String first, String second) throws IOException {
    CsvFile results = open(false);
    results.append(List.of(first.split(",", -1)));
    results.append(List.of(second.split(",", -1)));
    Files.writeString(directory.resolve("report.html"), "a report");
  }

  private CsvFile open(boolean fresh) {
    return folder().open(opening(fresh, FIRST), ResultFolderTest::isUnfinished);
  }

  private CsvFile open(Origin origin) {
    return folder().open(opening(false, origin), ResultFolderTest::isUnfinished);
  }

  private Opening opening(boolean fresh, Origin origin) {
    return new Opening(fresh, origin, said::add);
  }

  private static Origin origin(String build, String memory) {
    return new Origin(
        Map.of("processors", "2 × a", "memory", memory), Map.of("ha", build, "Java", "17"));
  }

  private static boolean isUnfinished(CsvFile results) {
    return results.rows().size() < 2;
  }

  private ResultFolder folder() {
    return folder(Map.of("seed", "1", ResultFolder.RUNS, "2"));
  }

  private ResultFolder folder(Map<String, String> settings) {
    return new ResultFolder(directory, "paper", settings, COLUMNS);
  }

  private Path settings() {
    return directory.resolve("settings.json");
  }

  /** Results of each of the folders. */
  private List<String> previous() throws IOException {
    List<String> all = new ArrayList<>();
    try (var folders = Files.list(directory.resolve("previous"))) {
      for (Path folder : folders.toList()) {
        all.add(Files.readString(folder.resolve("results.csv")));
      }
    }
    return all;
  }
}
