package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BusinessTierTest {
  private static final String OTHERS = "/of/the/other/build";

  @TempDir private Path directory;

  /** It is asked after every fault. */
  @Test
  void shouldTellThatNoNodeHasEndedAlsoWhenTheDiskIsFull() throws IOException {
    BedSettings settings = BedSettings.builder(directory, directory, "Node").build();
    Processes processes = new Processes(directory, BusinessTierTest::onAFullDisk);
    try (Ports ports = Ports.free()) {
      BusinessTier tier =
          new BusinessTier(
              settings, new LoopbackHosts(ports), processes, new BedDatabase(settings, processes));

      assertThat(tier.ended()).isEmpty();
    }
  }

  @Test
  void shouldRunTheOtherBuildUntilANodeIsExchangedAndAgainWhenItIsExchangedBack() throws Exception {
    Files.createDirectories(directory.resolve("logs"));
    BedSettings settings = settings(new Build(classPath() + ":" + OTHERS, "1234abcd"));
    Processes processes = new Processes(directory, BusinessTierTest::nothing);
    processes.guard(directory.resolve("postgresql"));
    try (Ports ports = Ports.free()) {
      Hosts hosts = new LoopbackHosts(ports);
      BedDatabase database = new BedDatabase(settings, processes);
      database.start(hosts, ports);
      BusinessTier tier = new BusinessTier(settings, hosts, processes, database);
      String node = tier.startFresh();
      tier.kill(node);
      tier.start(node);
      tier.kill(node);
      assertThat(tier.former()).containsExactly(node);

      for (int times = 0; times < 2; times++) {
        tier.exchange(node);
        tier.start(node);
        tier.kill(node);
      }
      assertThat(Files.readAllLines(tier.log(node)).stream().filter(l -> l.startsWith("READY")))
          .extracting(line -> line.endsWith(OTHERS))
          .containsExactly(true, true, false, true);
      assertThat(tier.former()).containsExactly(node);
    } finally {
      processes.close();
      processes.stop(Duration.ZERO);
      processes.end();
    }
  }

  private BedSettings settings(Build former) {
    return BedSettings.builder(directory, directory, BusinessTierTest.class.getName())
        .database(new DatabaseAccess("jdbc:h2:mem:exchange", "", ""))
        .former(former)
        .build();
  }

  /** The node: says what it runs, and stays until it is killed. */
  public static void main(String[] arguments) throws IOException {
    System.out.println("READY with " + System.getenv("CLASSPATH"));
    System.in.transferTo(System.out);
  }

  private static String classPath() {
    return JavaCommand.environment(Map.of()).get(JavaCommand.CLASS_PATH);
  }

  private static BedState nothing() {
    OwnProcess owner = OwnProcess.of("ha", ProcessHandle.current().pid());
    return new BedState(owner, "", "", List.of(), List.of());
  }

  private static BedState onAFullDisk() {
    throw new UncheckedIOException(new IOException("No space left on device"));
  }
}
