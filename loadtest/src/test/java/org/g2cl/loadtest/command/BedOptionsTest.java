package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.Compilers;
import org.g2cl.loadtest.bed.NodeShape;
import org.g2cl.loadtest.bed.ProcessorShare;
import org.g2cl.loadtest.bed.SshHost;
import org.g2cl.loadtest.bed.Where;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class BedOptionsTest {
  private static final Path DIRECTORY = Path.of("target", "options");

  @Test
  void shouldDescribeTheSameBedForTheDemoAndForExperiments() {
    String[] arguments = {
      "--where=namespaces",
      "--nice=5",
      "--cpu=0.5",
      "--processors=2",
      "--web-nice=0",
      "--web-cpu=1.5",
      "--compilers=all",
      "--heap=64",
      "--web-heap=96",
      "--business-nodes=4",
      "--web-nodes=3",
      "--start-timeout=7"
    };
    BedSettings demo = Parsed.with(new DemoOptions(), arguments).bed(DIRECTORY, true, "Node");
    BedSettings experiment =
        Parsed.with(new ExperimentOptions(), arguments)
            .settings(DIRECTORY, Map.of("g2cl.mode", "all"), 2, "Node");

    assertThat(demo.where()).isEqualTo(Where.namespaces());
    assertThat(demo.business())
        .isEqualTo(NodeShape.ofHeap(64).with(new ProcessorShare(5, 0.5, 2)).with(Compilers.ALL));
    assertThat(demo.web())
        .isEqualTo(NodeShape.ofHeap(96).with(new ProcessorShare(0, 1.5, 2)).with(Compilers.ALL));
    assertThat(experiment.described()).isEqualTo(demo.described());
    assertThat(experiment.business()).isEqualTo(demo.business().with("g2cl.mode", "all"));
    assertThat(experiment.web()).isEqualTo(demo.web());
    assertThat(experiment.startTimeout()).isEqualTo(demo.startTimeout()).hasSeconds(7);
    assertThat(experiment.backups()).isEqualTo(2);
  }

  @Test
  void shouldGiveWebNodesTheShareOfBusinessNodesUnlessTheyHaveOneOfTheirOwn() {
    BedSettings bed =
        Parsed.with(new DemoOptions(), "--nice=3", "--cpu=0.25").bed(DIRECTORY, true, "Node");

    assertThat(bed.web().share()).isEqualTo(new ProcessorShare(3, 0.25, 0));
    assertThat(bed.described().get("each web node")).contains("nice 3, processor time of 0.25");
  }

  @ParameterizedTest
  @CsvSource({
    "--cpu, 0.05",
    "--cpu, -1",
    "--cpu, NaN",
    "--web-cpu, 2000",
  })
  void shouldRefuseALimitThatNoNodeCanLiveWith(String option, String value) {
    CommandLine line = Main.commandLine(StandIns.starters(), StandIns.class);
    StringWriter err = new StringWriter();

    assertThat(line.setErr(new PrintWriter(err, true)).execute("demo", option, value))
        .isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString())
        .contains(option + " " + Double.parseDouble(value))
        .contains("give a number of processors from 0.1 to 1024, or 0 for no limit");
  }

  @Test
  void shouldReadRemoteHostsAndTheirDatabase() {
    BedSettings bed =
        Parsed.with(
                new ExperimentOptions(),
                "--where=me@node1,node2:2222=10.0.0.2",
                "--remote-home=/opt/g2cl",
                "--jdbc-url=jdbc:postgresql://database/shop",
                "--db-user=me")
            .settings(DIRECTORY, Map.of(), 1, "Node");

    assertThat(bed.where()).isInstanceOf(Where.Remote.class);
    Where.Remote remote = (Where.Remote) bed.where();
    assertThat(remote.hosts())
        .containsExactly(SshHost.parse("me@node1"), SshHost.parse("node2:2222=10.0.0.2"));
    assertThat(remote.home()).isEqualTo(Path.of("/opt/g2cl"));
    assertThat(Where.parse(remote.word(), remote.home())).isEqualTo(remote);
    assertThat(bed.database().orElseThrow()).hasToString("jdbc:postgresql://database/shop as me");
  }

  /** Another build there is another program. */
  @Test
  void shouldDescribeTheDirectoryOfTheBuildOnRemoteHosts() {
    assertThat(described("--where=node1", "--remote-home=/opt/new"))
        .containsEntry("remote home", "/opt/new")
        .isNotEqualTo(described("--where=node1", "--remote-home=/opt/old"));
    assertThat(described("--remote-home=/opt/new")).doesNotContainKey("remote home");
  }

  private static Map<String, String> described(String... arguments) {
    return Parsed.with(new ExperimentOptions(), arguments)
        .settings(DIRECTORY, Map.of(), 1, "Node")
        .described();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"demo", "loadtest paper", "loadtest failover", "loadtest scale", "loadtest soak"})
  void shouldBeTakenByTheDemoAndEveryExperiment(String command) {
    CommandLine line = Main.commandLine(StandIns.starters(), StandIns.class);
    for (String word : command.split(" ", -1)) {
      line = line.getSubcommands().get(word);
    }
    CommandSpec spec = line.getCommandSpec();
    assertThat(spec.optionsMap())
        .containsKeys("--where", "--remote-home", "--jdbc-url", "--db-user", "--db-password")
        .containsKeys("--nice", "--cpu", "--processors", "--heap");
    assertThat(Arrays.asList(spec.findOption("--where").description()))
        .singleElement()
        .asString()
        .contains("loopback", "namespaces", "remote hosts");
  }
}
