package org.g2cl.bench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each measurement run small, by threads in place of JVMs, and without a network where it can. */
class MeasurementsTest {
  @TempDir private Path folder;
  private BenchRun run;

  @Test
  void shouldMeasureTheDeliveryRateOfLayersOnAnyEngine() throws IOException {
    JsonNode report =
        run(
            "delivery",
            "--without-jgroups",
            "--engine=local",
            "--members=3",
            "--messages=20",
            "--rounds=4",
            "--minutes=0",
            "--warmups=1",
            "--starts=2",
            "--sizes=1,100");

    JsonNode cells = report.at("/figures/cells");
    assertThat(cells).hasSize(4);
    for (JsonNode cell : cells) {
      assertThat(cell.get("sameOrder").asBoolean()).isTrue();
      assertThat(cell.at("/delivered/rounds").asInt()).isEqualTo(4);
      assertThat(cell.at("/delivered/median").asDouble()).isPositive();
    }
    assertThat(cells.findValuesAsText("subject"))
        .containsExactly("jgcs-local", "g2cl-local", "jgcs-local", "g2cl-local");
    assertThat(cells.at("/0/ratio/ratio").asDouble()).isEqualTo(1);
    assertThat(cells.at("/1/ratio/rounds").asInt()).isEqualTo(2);
    assertThat(report.at("/machine/processors").asText()).isNotEmpty();
    assertThat(report.at("/papers")).isNotEmpty();
    assertThat(Files.readString(folder.resolve("delivery-own.svg"))).contains("<svg", "<path");
    assertThat(run.printed()).contains("same order", "written: ");
  }

  @Test
  void shouldCountWhatEachLayerPutsOnTheWire() throws IOException {
    JsonNode report = run("overhead", "--sizes=1,10,100,1000,10000", "--rounds=3", "--quick");

    JsonNode multicast = report.at("/figures/bytesPerMessage/multicast");
    double alone = multicast.at("/JGroups alone/100").asDouble();
    assertThat(alone).isBetween(101.0, 400.0);
    assertThat(multicast.at("/JGroups alone/10").asDouble()).isCloseTo(alone - 90, within(1.5));
    assertThat(multicast.at("/JGroups alone/1").asDouble())
        .as("its counts have as many bytes as those of the other sizes")
        .isCloseTo(alone - 99, within(1.5));
    assertThat(run.printed())
        .containsPattern("\\n  G2CL +1 .* 1,101 \\(Hedera\\)\\R")
        .doesNotContainPattern("request .*(1,101|\\b109\\R)");
    assertThat(multicast.at("/jGCS/100").asDouble() - alone).isCloseTo(0, within(2.0));
    assertThat(multicast.at("/G2CL/100").asDouble() - alone).isCloseTo(4, within(2.0));
    assertThat(report.at("/targets").findValuesAsText("what"))
        .containsExactly(
            "bytes that jGCS adds at most, multicast",
            "bytes that G2CL adds at most, multicast",
            "bytes that jGCS adds at most, to one member",
            "bytes that G2CL adds at most, to one member");
    assertThat(report.at("/targets").findValuesAsText("bound"))
        .containsExactly("4.0", "16.0", "4.0", "16.0");
    assertThat(report.at("/targets").findValuesAsText("verdict")).containsOnly("met");
  }

  @Test
  void shouldMeasureTheTimeOfEachLayer() throws IOException {
    JsonNode report =
        run(
            "layers",
            "--without-calls",
            "--layers=socket,jgroups,jgcs,g2cl,g2cl-dispatcher,jgroups-dispatcher-oob",
            "--sizes=100,50000",
            "--rounds=2",
            "--quick");

    assertThat(report.at("/figures/cells")).hasSize(12);
    for (JsonNode cell : report.at("/figures/cells")) {
      assertThat(cell.at("/micros/median").asDouble()).isPositive();
      assertThat(cell.get("megabytesPerSecond").asDouble()).isPositive();
    }
    assertThat(report.at("/targets/0/what").asText())
        .isEqualTo("g2cl-dispatcher over jgroups-dispatcher-oob, 100 bytes");
    assertThat(run.printed())
        .containsPattern("\\n  jgcs +100 .* \\d\\.\\d+ +jgroups\\R")
        .contains("Message of so many bytes, and its acknowledgement of one byte");
  }

  @Test
  void shouldCompareTheDispatchersConnectedAnew() throws IOException {
    JsonNode report = run("dispatcher", "--connections=2", "--rounds=4", "--quick");

    assertThat(report.at("/figures/cells")).hasSize(5);
    assertThat(report.at("/figures/cells/0/micros/rounds").asInt()).isEqualTo(4);
    assertThat(report.at("/figures/ratios")).hasSize(3);
    assertThat(run.printed())
        .containsPattern("g2cl-dispatcher +100 .* \\d\\.\\d+ +jgroups-dispatcher-oob\\R")
        .doesNotContain("unbundled");
    assertThat(folder.resolve("dispatcher-measurements.svg")).exists();
    assertThat(report.at("/targets/0/what").asText())
        .isEqualTo("g2cl-dispatcher-fifo over jgroups-dispatcher, 100 bytes");
  }

  @Test
  void shouldPassATokenRoundARing() throws IOException {
    JsonNode report = run("ring", "--engine=local", "--rounds=2", "--quick");

    JsonNode cells = report.at("/figures/cells");
    assertThat(cells).hasSize(4);
    assertThat(cells.findValuesAsText("members")).containsExactly("3", "3", "10", "10");
    assertThat(cells.at("/0/seconds/rounds").asInt()).isEqualTo(2);
    assertThat(cells.at("/0/hopMicros").asDouble()).isPositive();
  }

  @Test
  void shouldMeasureSessionsOfABusinessNode() throws IOException {
    JsonNode report = run("sessions", "--nodes=1", "--engine=local", "--rounds=1", "--quick");

    assertThat(report.at("/figures/createSeconds").size()).isEqualTo(3);
    assertThat(report.at("/figures/createSeconds/20/0").asDouble()).isPositive();
    assertThat(report.at("/figures/recycleSpeed/0/ratio").asDouble()).isEqualTo(1);
    assertThat(report.at("/figures/creationFit/slopes")).hasSize(1);
  }

  @Test
  void shouldMeasureTheMemoryOfSessions() throws IOException {
    JsonNode report = run("memory", "--nodes=1", "--engine=local", "--quick");

    assertThat(report.at("/figures/points")).hasSize(6);
    assertThat(report.at("/figures/points/0/sessions").asInt()).isEqualTo(100);
    assertThat(report.at("/figures/points/5/stateBytes").asInt()).isBetween(1_000, 2_000);
    assertThat(report.at("/figures/points/5/ownerBytes").asLong()).isPositive();
    assertThat(report.at("/figures/ownerFormula/slopes")).hasSize(2);
  }

  @Test
  void shouldMeasureTheCallsOfASystem() throws IOException {
    JsonNode report =
        run(
            "call",
            "--system=replicated",
            "--engine=local",
            "--lines=10",
            "--callers=3",
            "--rounds=2",
            "--quick");

    JsonNode replicated = report.at("/figures/byStateBytes").elements().next().get("replicated");
    assertThat(replicated.at("/loneCallerMicros/rounds").asInt()).isEqualTo(2);
    assertThat(replicated.at("/loneCallerMicros/median").asDouble()).isPositive();
    assertThat(replicated.at("/callsPerSecond/median").asDouble()).isPositive();
    assertThat(replicated.at("/cpuMicros/median").asDouble()).isPositive();
  }

  private JsonNode run(String measurement, String... options) throws IOException {
    run = BenchRun.byThreads(folder);
    return run.report(measurement, options);
  }
}
