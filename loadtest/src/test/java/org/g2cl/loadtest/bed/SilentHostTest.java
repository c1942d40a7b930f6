package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.g2cl.sample.cart.CartDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a PostgreSQL does for the successor of a host that fell silent in a transaction; skipped
 * where no network namespaces can be made.
 */
class SilentHostTest {
  /** Keeps the unpacked PostgreSQL from test to test. */
  private static final Path BINARIES =
      Path.of("target", "bed-test", "embedded-postgresql").toAbsolutePath();

  /** A probe may be late, on a busy machine; far less than the system's two hours. */
  private static final Duration BOUND = CartDatabase.silentHostBound().plusSeconds(5);

  @TempDir private Path directory;
  private Process bed;
  private Writer orders;
  private BufferedReader answers;

  @BeforeEach
  void startABed() throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-D" + Namespaces.INSIDE + "=true",
            SilentHostProbe.class.getName(),
            directory.toString(),
            BINARIES.toString());
    ProcessBuilder builder = new ProcessBuilder(OwnNetwork.then(OwnNetwork.orSkip(), command));
    builder.environment().putAll(JavaCommand.environment(Map.of()));
    bed = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    orders = bed.outputWriter();
    answers = bed.inputReader();
    assertThat(answers.readLine()).isEqualTo("ready");
  }

  @AfterEach
  void endIt() throws IOException, InterruptedException {
    if (bed != null) {
      orders.close(); // so that it ends its database
      if (!bed.waitFor(20, TimeUnit.SECONDS)) {
        bed.destroyForcibly();
      }
    }
  }

  @Test
  void shouldRollBackWhatAHostLeftOpenThatFellSilentSoThatItsSessionCanGoOn() throws IOException {
    assertThat(order("settle pooled 1")).as("the host lives").startsWith("unknown");
    order("cut pooled");
    order("cut bare");
    long cut = System.nanoTime();

    assertThat(order("settle pooled " + BOUND.toSeconds())).isEqualTo("not committed");
    assertThat(Duration.ofNanos(System.nanoTime() - cut)).isLessThan(BOUND);
    assertThat(order("settle bare 3")).as("without the node's settings").startsWith("unknown");

    order("heal");
    assertThat(order("go-on pooled COMMIT")).as("too late").startsWith("COMMIT failed");
    assertThat(order("go-on pooled ANOTHER")).as("on a new connection").isEqualTo("ANOTHER done");
    assertThat(order("settle pooled 5")).isEqualTo("not committed");
    assertThat(order("settle another 5")).isEqualTo("committed");
  }

  private String order(String order) throws IOException {
    orders.write(order + "\n");
    orders.flush();
    return answers.readLine();
  }
}
