package org.g2cl.bench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.g2cl.jgcs.legacy.HubPlugin;
import org.g2cl.jgcs.spread.InTestDaemon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each system that the delivery rate is measured of, run small. */
class DeliverySubjectsTest {
  private static final Path PLUGIN = Path.of("..", "jgcs", "legacy", "src", "test", "plugin");
  private static final Path JGROUPS_4 = Path.of("..", "loadtest", "target", "engines", "jgroups4");

  @TempDir private Path folder;

  @Test
  void shouldMeasureJGroupsAloneAndTheLayersOnItForTheirTargets() throws IOException {
    BenchRun run = BenchRun.byThreads(folder);

    JsonNode report = run.report("delivery", with("--transport=tcp"));

    assertDelivered(report, "alone-jgroups", "jgcs-jgroups", "g2cl-jgroups");
    assertThat(report.at("/targets").findValuesAsText("what"))
        .containsExactly(
            "jGCS on JGroups over JGroups alone, TCP, 1 bytes",
            "G2CL on JGroups over JGroups alone, TCP, 1 bytes",
            "jGCS on JGroups over JGroups alone, TCP, 1000 bytes",
            "G2CL on JGroups over JGroups alone, TCP, 1000 bytes");
    assertThat(report.at("/targets").findValuesAsText("verdict")).containsOnly("open");
    assertThat(run.printed()).contains("(too few rounds for an interval), at least ");
  }

  @Test
  void shouldMeasureSpreadAloneAndTheLayersOnIt() throws IOException {
    try (InTestDaemon daemon = InTestDaemon.start()) {
      assertDelivered(
          small(BenchRun.byThreads(folder), "--spread=" + daemon.address()),
          "alone-spread",
          "jgcs-spread",
          "g2cl-spread");
    }
  }

  @Test
  void shouldMeasureJGroups4AloneAndTheLayersOnIt() throws IOException {
    assumeTrue(Files.isDirectory(JGROUPS_4), "'mvn verify' puts its jars into " + JGROUPS_4);
    assertDelivered(
        small(BenchRun.byJvms(folder), "--jgroups4", "--heap=64"),
        "alone-jgroups4",
        "jgcs-jgroups4",
        "g2cl-jgroups4");
  }

  @Test
  void shouldMeasureTheLayersOnAPluginOfJgcs06() throws IOException {
    Path jars = HubPlugin.compile(PLUGIN, folder.resolve("plugin"));
    assertDelivered(
        small(
            BenchRun.byThreads(folder),
            "--engine=legacy",
            "--engine-setting=legacy.jars=" + jars,
            "--engine-setting=legacy.factory-class=hub.HubProtocolFactory",
            "--engine-setting=legacy.factory.greeting=hello",
            "--engine-setting=legacy.group-class=hub.HubGroup",
            "--engine-setting=legacy.group.beanName=bean of {member}",
            "--engine-setting=legacy.service-class=hub.HubService",
            "--engine-setting=legacy.service.total-order=ordered"),
        "jgcs-legacy",
        "g2cl-legacy");
  }

  private static JsonNode small(BenchRun run, String... engine) throws IOException {
    return run.report("delivery", withoutJGroups(engine));
  }

  private static String[] withoutJGroups(String... engine) {
    return Stream.concat(Stream.of("--without-jgroups"), Stream.of(with(engine)))
        .toArray(String[]::new);
  }

  private static String[] with(String... engine) {
    Stream<String> options =
        Stream.of(
            "--members=3",
            "--messages=20",
            "--rounds=2",
            "--minutes=0",
            "--warmups=0",
            "--starts=1",
            "--sizes=1,1000");
    return Stream.concat(options, Stream.of(engine)).toArray(String[]::new);
  }

  private static void assertDelivered(JsonNode report, String... subjects) {
    JsonNode cells = report.at("/figures/cells");
    assertThat(cells).hasSize(2 * subjects.length);
    assertThat(cells.findValuesAsText("subject")).contains(subjects);
    for (JsonNode cell : cells) {
      assertThat(cell.get("sameOrder").asBoolean()).as("%s", cell).isTrue();
      assertThat(cell.at("/delivered/rounds").asInt()).isEqualTo(2);
      assertThat(cell.at("/delivered/median").asDouble()).isPositive();
    }
  }
}
