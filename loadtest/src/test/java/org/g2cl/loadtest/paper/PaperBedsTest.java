package org.g2cl.loadtest.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.DatabaseAccess;
import org.g2cl.loadtest.bed.NodeShape;
import org.g2cl.loadtest.bed.ProcessorShare;
import org.g2cl.loadtest.bed.Where;
import org.g2cl.loadtest.experiment.CsvFile;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperBedsTest {
  private static final Path DIRECTORY = Path.of("target", "beds");
  private static final Opening NOW =
      new Opening(false, new Origin(Map.of(), Map.of()), sentence -> {});
  private static final Where REMOTE = Where.parse("me@node1", Path.of("/opt/g2cl"));

  @Test
  void shouldRunEverySystemOnWhatTheBedSays() {
    PaperBeds beds = beds(Where.namespaces(), false);

    for (Contender system : List.of(Contender.NONE, Contender.DIRECT, Contender.JGROUPS)) {
      BedSettings bed = beds.settings(system);
      assertThat(bed.where()).isEqualTo(Where.namespaces());
      assertThat(bed.directory()).isEqualTo(DIRECTORY.resolve(system.word()));
      assertThat(bed.described()).isEqualTo(beds.bed().described());
      assertThat(bed.replication()).isEqualTo(system != Contender.NONE);
    }
  }

  /** JGroups directly has none, and a comparison with encryption on one side would be none. */
  @Test
  void shouldGiveNoSystemASecretWhereNodesHaveAddresses() {
    Map<String, String> open = Map.of("g2cl.engine", "jgroups", "g2cl.unprotected", "true");

    assertThat(settings(Where.namespaces(), Contender.JGROUPS)).isEqualTo(open);
    assertThat(settings(Where.namespaces(), Contender.DIRECT))
        .containsEntry("g2cl.unprotected", "true");
    assertThat(settings(Where.loopback(), Contender.JGROUPS)).containsOnlyKeys("g2cl.engine");
  }

  @Test
  void shouldAskBeforeItOpensGroupsOnRemoteHosts() {
    List<Contender> two = List.of(Contender.DIRECT, Contender.JGROUPS);

    assertThatThrownBy(() -> beds(REMOTE, false).require(two))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("whoever reaches a group can join it", "--unprotected");
    assertThatCode(() -> beds(REMOTE, true).require(two)).doesNotThrowAnyException();
    assertThatCode(() -> beds(REMOTE, false).require(List.of(Contender.NONE)))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldSayThatAClassPathOfItsOwnDoesNotGoToRemoteHosts() {
    assertThatThrownBy(() -> beds(REMOTE, true).require(List.of(Contender.JGROUPS4)))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("jgroups4 runs on this machine only", "--systems", "--where");
  }

  /** Else one report would draw runs on two databases together. */
  @Test
  void shouldNotGoOnWithRunsOnAnotherDatabaseOrAnotherNetwork(@TempDir Path folder) {
    runs(folder, beds(Where.loopback(), false)).open(NOW);
    Step step = Step.plan(StepTest.settings(7)).get(0);
    CsvFile.open(folder.resolve("results.csv"), Run.COLUMNS)
        .append(new Run("2026-01-01T00:00:00Z", 1, step, ExperimentTest.figures(10)).line());

    runs(folder, beds(Where.loopback(), false)).open(NOW);
    DatabaseAccess other = new DatabaseAccess("jdbc:postgresql://db/shop", "me", "guess");
    assertThatThrownBy(() -> runs(folder, beds(Where.loopback(), other)).open(NOW))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("database was embedded, now jdbc:postgresql://db/shop as me")
        .hasMessageNotContaining("guess");
    assertThatThrownBy(() -> runs(folder, beds(Where.loopback(), true)).open(NOW))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("unprotected was false, now true");
  }

  private static PaperRuns runs(Path folder, PaperBeds beds) {
    return new PaperRuns(folder, StepTest.settings(7), beds);
  }

  private static Map<String, String> settings(Where where, Contender system) {
    return beds(where, false).settings(system).business().settings();
  }

  private static PaperBeds beds(Where where, boolean unprotected) {
    return new PaperBeds(DIRECTORY, bed(where).build(), unprotected, DIRECTORY, "", "");
  }

  private static PaperBeds beds(Where where, DatabaseAccess database) {
    BedSettings bed = bed(where).database(database).build();
    return new PaperBeds(DIRECTORY, bed, false, DIRECTORY, "", "");
  }

  private static BedSettings.Builder bed(Where where) {
    return BedSettings.builder(DIRECTORY, DIRECTORY, "Node")
        .where(where)
        .business(3, NodeShape.ofHeap(64).with(new ProcessorShare(2, 0, 1)));
  }
}
