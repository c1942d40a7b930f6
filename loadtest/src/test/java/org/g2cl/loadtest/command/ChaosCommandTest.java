package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.g2cl.loadtest.chaos.Violation.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real nodes, killed while clients call carts, booked ones among them. */
@Tag("slow")
class ChaosCommandTest {
  private static final Path OUT = Path.of("target", "bed-test", "chaos").toAbsolutePath();
  private static final Pattern BOOKED =
      Pattern.compile("\tok\tREAD\t0\t[^\t]*\t\\S+ \\S+ \\S+ \\S+ \\S* \\S* (\\d+) (\\d+)");

  /** What says more about the machine than about the nodes when others need it, too. */
  private static final EnumSet<Kind> OF_BUSY_MACHINES =
      EnumSet.of(Kind.NOT_WHOLE, Kind.SLOW_FAILOVER);

  private final StringWriter out = new StringWriter();

  /** Without network namespaces, which tests have not, the kills alone are done. */
  @Test
  void shouldKeepEveryPromiseWhenOwnersAreKilled() throws Exception {
    run("--faults=halves,kill", "--clients=6");

    assertThat(out.toString())
        .contains("Without network namespaces (", "2 faults", "changes of two beans kept by one")
        .contains("kill -9 of a node")
        .doesNotContain("partition into two parts");
    Matcher booked = BOOKED.matcher(Files.readString(OUT.resolve("history.tsv")));
    assertThat(booked.results().filter(read -> !read.group(2).equals("0")))
        .as("reads of booked carts")
        .isNotEmpty();
  }

  /** The other build is this one in a checkout of its own. */
  @Test
  void shouldKeepEveryPromiseWhenNodesAreExchangedForOnesOfAnotherBuild(@TempDir Path checkout)
      throws Exception {
    Path target = Files.createDirectories(checkout.resolve("loadtest/target"));
    Files.createFile(checkout.resolve("loadtest/pom.xml"));
    Files.createDirectory(target.resolve("lib"));
    jarOfThisBuild(target.resolve("loadtest-0.1.jar"));

    run("--upgrade-from=" + checkout, "--faults=upgrade", "--clients=4");

    assertThat(out.toString())
        .contains("Nodes start with the build of ", "nodes exchanged: 2")
        .containsPattern("business\\d from the former build to this one");
  }

  private void run(String... options) throws IOException {
    PrintWriter writer = new PrintWriter(out, true);
    List<String> arguments =
        new ArrayList<>(
            List.of("chaos", "--out=" + OUT, "--kills=2", "--nodes=3", "--pause=20", "--seed=1"));
    arguments.addAll(List.of(options));
    int code =
        Main.commandLine(RealNodes.starters(), Main.class)
            .setOut(writer)
            .setErr(writer)
            .execute(arguments.toArray(String[]::new));

    assertThat(code).as(out.toString()).isIn(ExitCodes.OK, ExitCodes.HARM);
    String report = Files.readString(OUT.resolve("chaos.json"));
    for (Kind broken : EnumSet.complementOf(OF_BUSY_MACHINES)) {
      assertThat(report).doesNotContain('"' + broken.name() + '"');
    }
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
  }

  /** A jar that holds nothing but the names of what a test runs with. */
  private static void jarOfThisBuild(Path jar) throws IOException {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Stream.of(path.split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
  }
}
