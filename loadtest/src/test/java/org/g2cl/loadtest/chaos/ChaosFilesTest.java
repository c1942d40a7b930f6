package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChaosFilesTest {
  @TempDir private Path directory;

  @Test
  void shouldWriteTheTimesAsNumbersBesideTheirWords() throws IOException {
    JsonNode json = json(List.of(kill(List.of(571L, 547L)), kill(List.of())));
    JsonNode killed = json.at("/times/failover, socket closed");

    assertThat(json.at("/figures/failover, socket closed").asText())
        .isEqualTo("p50 547 ms, longest 571 ms (2 at 1 of 2 faults)");
    assertThat(killed.get("count").asInt()).isEqualTo(2);
    assertThat(killed.get("faults").asInt()).isEqualTo(2);
    assertThat(killed.get("faultsMet").asInt()).isEqualTo(1);
    assertThat(killed.get("p50Millis").asLong()).isEqualTo(547);
    assertThat(killed.get("p99Millis").isNull()).isTrue();
    assertThat(killed.get("longestMillis").asLong()).isEqualTo(571);
    assertThat(json.at("/times/time to be whole/longestMillis").asLong()).isEqualTo(1_500);
  }

  @Test
  void shouldWriteNoNumberForATimeThatNobodyWaited() throws IOException {
    JsonNode silent = json(List.of(kill(List.of(571L)))).at("/times/failover, silent");

    assertThat(silent.get("count").asInt()).isZero();
    for (String time : List.of("p50Millis", "p99Millis", "longestMillis")) {
      assertThat(silent.get(time).isNull()).as(time).isTrue();
    }
  }

  @Test
  void shouldWriteAP99FromAHundredWaitsOn() throws IOException {
    JsonNode json = json(List.of(kill(Collections.nCopies(100, 300L))));

    assertThat(json.at("/times/failover, socket closed/p99Millis").asLong()).isEqualTo(300);
  }

  @Test
  void shouldExplainEachFieldOnThePageOfTheCommand() throws IOException {
    String page = Files.readString(Path.of("../docs/howto/chaos.md"));
    JsonNode json = json(List.of(kill(List.of(571L))));

    assertThat(json.fieldNames())
        .toIterable()
        .isNotEmpty()
        .allMatch(name -> page.contains("`" + name + "`"));
    assertThat(json.at("/times/failover, silent").fieldNames())
        .toIterable()
        .isNotEmpty()
        .allMatch(name -> page.contains("`" + name + "`"));
    assertThat(json.at("/faults/0").fieldNames())
        .toIterable()
        .isNotEmpty()
        .allMatch(name -> page.contains("`" + name + "`"));
  }

  private JsonNode json(List<Fault> faults) throws IOException {
    ChaosSettings settings =
        KillRun.settings(directory, List.of(FaultKind.KILL), Optional.of("4321dcba"));
    ChaosReport report = new ChaosReport(settings, faults, List.of(), List.of(), new Checker(), 9);
    return new ObjectMapper().readTree(new ChaosFiles(directory).json(report).toFile());
  }

  private static Fault kill(List<Long> failovers) {
    Waits waits = new Waits(failovers, List.of(), List.of(), List.of(), List.of());
    return KillRun.kill(waits);
  }
}
