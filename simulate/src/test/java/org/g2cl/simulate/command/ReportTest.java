package org.g2cl.simulate.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.g2cl.propagation.ReplicationMode;
import org.g2cl.simulate.Campaign;
import org.g2cl.simulate.Copies;
import org.g2cl.simulate.PartitionChoice;
import org.g2cl.simulate.Plan;
import org.g2cl.simulate.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir private Path directory;

  private static Result violated(long seed) {
    return new Result(seed, List.of("a write was lost"), List.of("0 a line"), 1, 9, 0, 1, 0, 5);
  }

  @Test
  void shouldTellAViolationWhoseHistoryCannotBeWritten() throws IOException {
    Path taken = Files.createDirectory(directory.resolve("seed-4.txt"));
    Report report = new Report(Plan.standard(), 4, directory);

    report.add(violated(4));
    report.add(violated(5));
    report.finish(new Campaign.Sums(2, List.of(4L, 5L), 18, 0, 2, 0));

    assertThat(report.table()).contains("in seeds [4, 5]", "./ha simulate --seed 4");
    assertThat(directory.resolve("seed-5.txt")).content().endsWith("0 a line\n");
    assertThatThrownBy(report::write)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(taken.toString());
    assertThat(directory.resolve("simulate.json")).content().contains("a write was lost");
  }

  @Test
  void shouldTellHowToReplayASeedAndWhereItsHistoryIs() throws IOException {
    Copies copies = new Copies(ReplicationMode.MAJORITY, 2, 1);
    Plan plan =
        new Plan(
            7, 8, Duration.ofSeconds(80), Duration.ofSeconds(40), copies, PartitionChoice.SIZE);

    String table = tableOf(plan);

    assertThat(table)
        .contains(
            "./ha simulate --seed 4 --minutes 2 --nodes 7 --mode majority --backups 2 --minimum-copies 1 --partition size")
        .contains("120 virtual seconds, --mode majority --backups 2 --minimum-copies 1")
        .contains(directory.resolve("seed-4.txt").toString());
    assertThat(tableOf(Plan.standard()))
        .containsPattern("(?m)--seed 4$")
        .containsPattern("(?m)300 virtual seconds$");
  }

  @Test
  void shouldTellTheCommitWhereTheScriptKnowsIt() throws IOException {
    System.setProperty("ha.commit", "1234abcd");
    try {
      assertThat(tableOf(Plan.standard())).containsPattern("(?m)^version .*, commit 1234abcd$");
    } finally {
      System.clearProperty("ha.commit");
    }
    assertThat(directory.resolve("simulate.json")).content().contains(", commit 1234abcd\"");
    assertThat(tableOf(Plan.standard())).doesNotContain("commit");
  }

  private String tableOf(Plan plan) throws IOException {
    Report report = new Report(plan, 4, directory);
    report.add(violated(4));
    report.finish(new Campaign.Sums(1, List.of(4L), 9, 0, 1, 0));
    report.write();
    return report.table();
  }
}
