package org.g2cl.loadtest.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JonasReportTest {
  private static final String LOAD =
      """
      {"warmUp":{"seconds":36.0,"settled":SETTLED},
       "load":[{"clients":50,
        "STOCK":[{"meanMicros":10000,"failed":0,"serverCpuMicros":61.0},{"meanMicros":20000,"failed":0},{"meanMicros":30000,"failed":0}],
        "G2CL":[{"meanMicros":10500,"failed":0},{"meanMicros":21000,"failed":0},{"meanMicros":31500,"failed":FAILED}]}],
       "behaviours":{"STOCK":{"BEFORE_COMMIT":"LOST","LATE_JOINER":"0","MERGE":"false"},
                     "G2CL":{"BEFORE_COMMIT":"OURS","LATE_JOINER":"10","MERGE":"true"}}}
      """;

  @TempDir private Path directory;

  private JonasReport report(String failed, String ours) throws IOException {
    return report(LOAD.replace("FAILED", failed).replace("OURS", ours).replace("SETTLED", "true"));
  }

  private JonasReport report(String measured) throws IOException {
    Path file = directory.resolve("measured.json");
    Files.writeString(file, measured);
    return JonasReport.read(file);
  }

  @Test
  void shouldPairRoundsAndWriteTableJsonAndPicture() throws IOException {
    JonasReport report = report("0", "ONCE");
    report.write(directory, Map.of(), Map.of());
    assertThat(report.table())
        .contains("     50     20.00     21.00   1.05")
        .contains("server dies before commit")
        .contains("LOST      ONCE");
    assertThat(directory.resolve("jonas.json")).content().contains("\"ratio\" : 1.05");
    assertThat(directory.resolve("response-time.svg")).content().contains("<svg");
  }

  @Test
  void shouldNameTheMachineAndTheCommit() throws IOException {
    Map<String, String> versions = Map.of("ha", "0.1, commit 1234abcd");
    report("0", "ONCE").write(directory, Map.of("load average before", "0.02"), versions);

    assertThat(directory.resolve("jonas.json"))
        .content()
        .contains("\"ha\" : \"0.1, commit 1234abcd\"", "\"load average before\" : \"0.02\"");
    assertThat(directory.resolve("jonas.txt"))
        .content()
        .contains("ha: 0.1, commit 1234abcd\n", "load average before: 0.02\n");
  }

  @Test
  void shouldSayWhetherTheSystemsWereWarm() throws IOException {
    assertThat(report("0", "ONCE").table())
        .contains("warm-up: 36 s each, until response times had settled")
        .contains("1.05 (1.05 to 1.05)        61");
    String cold = LOAD.replace("SETTLED", "false").replace("FAILED", "0").replace("OURS", "ONCE");
    assertThat(report(cold).table()).contains("NOT settled: give a longer --warm-up");
  }

  @Test
  void shouldTellHarmToOursOnly() throws IOException {
    assertThat(report("0", "ONCE").isOursHarmless()).isTrue();
    assertThat(report("1", "ONCE").isOursHarmless()).isFalse();
    assertThat(report("0", "LOST").isOursHarmless()).isFalse();
  }
}
