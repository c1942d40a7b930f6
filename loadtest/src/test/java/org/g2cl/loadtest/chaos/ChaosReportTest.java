package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a report says of an upgrade: three nodes, so three exchanges there and three back. */
class ChaosReportTest {
  private static final ChaosSettings UPGRADE =
      KillRun.settings(
          Path.of("."), List.of(FaultKind.UPGRADE, FaultKind.KILL), Optional.of("4321dcba"));

  @Test
  void shouldSayThatAnUpgradeDidNotComeThereAndBack() {
    assertThat(report(UPGRADE, 5).verdict())
        .isEqualTo(
            "Every promise was kept, but the upgrade did not come there and back in this run, 5"
                + " exchanges of 6; give more --minutes, or --kills (6 faults in 0.2 minutes, seed 5).");
    assertThat(report(UPGRADE, 6).verdict())
        .isEqualTo("Every promise was kept: 7 faults in 0.2 minutes, seed 5.");
  }

  @Test
  void shouldTellFromWhichBuildToWhich() {
    assertThat(report(UPGRADE, 4).figures())
        .containsEntry("version", "1.0, commit 1234abcd")
        .containsEntry("upgrade", "from 4321dcba and back, nodes exchanged: 4");
    assertThat(report(UPGRADE, 4).json())
        .containsEntry("version", "1.0, commit 1234abcd")
        .containsEntry("former", "4321dcba");
  }

  @Test
  void shouldTellOfNoUpgradeWhereThereIsNone() {
    ChaosReport report = report(KillRun.settings(Path.of(".")), 0);

    assertThat(report.figures()).containsKey("version").doesNotContainKey("upgrade");
    assertThat(report.json()).containsKey("version").doesNotContainKey("former");
  }

  private static ChaosReport report(ChaosSettings settings, int exchanges) {
    Fault exchange = new Fault(FaultKind.UPGRADE, "c", List.of(), 1, 1, 2, 3, Waits.NONE);
    List<Fault> faults = new ArrayList<>(Collections.nCopies(exchanges, exchange));
    faults.add(KillRun.kill(Waits.NONE));
    return new ChaosReport(settings, faults, List.of(), List.of(), new Checker(), 9);
  }
}
