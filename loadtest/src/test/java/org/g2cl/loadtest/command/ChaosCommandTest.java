package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.g2cl.loadtest.chaos.Violation.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real nodes, killed while clients call carts, booked ones among them. */
@Tag("slow")
class ChaosCommandTest {
  private static final Path OUT = Path.of("target", "bed-test", "chaos").toAbsolutePath();
  private static final Pattern BOOKED =
      Pattern.compile("\tok\tREAD\t0\t[^\t]*\t\\S+ \\S+ \\S+ \\S+ \\S* (\\d+) (\\d+)");

  /** What says more about the machine than about the nodes when others need it, too. */
  private static final EnumSet<Kind> OF_BUSY_MACHINES =
      EnumSet.of(Kind.NOT_WHOLE, Kind.SLOW_FAILOVER);

  private final StringWriter out = new StringWriter();

  @Test
  void shouldKeepEveryPromiseWhenOwnersAreKilled() throws Exception {
    PrintWriter writer = new PrintWriter(out, true);
    int code =
        Main.commandLine(RealNodes.starters(), Main.class)
            .setOut(writer)
            .setErr(writer)
            .execute(
                "chaos",
                "--out=" + OUT,
                "--kills=2",
                "--nodes=3",
                "--clients=6",
                "--pause=20",
                "--seed=1");

    assertThat(code).as(out.toString()).isIn(ExitCodes.OK, ExitCodes.HARM);
    String report = Files.readString(OUT.resolve("chaos.json"));
    for (Kind broken : EnumSet.complementOf(OF_BUSY_MACHINES)) {
      assertThat(report).doesNotContain('"' + broken.name() + '"');
    }
    assertThat(out.toString()).contains("2 faults", "changes of two beans kept by one");
    Matcher booked = BOOKED.matcher(Files.readString(OUT.resolve("history.tsv")));
    assertThat(booked.results().filter(read -> !read.group(2).equals("0")))
        .as("reads of booked carts")
        .isNotEmpty();
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
  }
}
