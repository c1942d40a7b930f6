package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestBedTest {
  private static final Path DIRECTORY = Path.of("target", "bed-test", "closing").toAbsolutePath();
  private static final Path BINARIES = DIRECTORY.resolveSibling("embedded-postgresql");

  private static Tools tools;

  @BeforeAll
  static void needTools() {
    tools = LoadTools.orSkip();
  }

  /** As when Ctrl-C comes while a run ends: the JVM must not end before the bed has. */
  @Test
  void shouldReturnFromCloseOnlyWhenAllHasEndedWhicheverThreadEndsIt() throws Exception {
    TestBed bed = new TestBed(settings(), tools, progress -> {});
    bed.start();
    Path file = DIRECTORY.resolve("bed.json");
    assertThat(file).exists();

    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Callable<Boolean> close =
          () -> {
            bed.abort();
            return Files.exists(file);
          };
      for (Future<Boolean> left : threads.invokeAll(List.of(close, close), 60, TimeUnit.SECONDS)) {
        assertThat(left.get()).as("bed.json is there after close").isFalse();
      }
    } finally {
      threads.shutdownNow();
      bed.close();
    }
  }

  @Test
  void shouldStartNothingWhereTheTimeOfItsNodesCannotBeLimited(@TempDir Path directory) {
    BedSettings settings =
        BedSettings.builder(directory, BINARIES, "Node")
            .web(1, NodeShape.ofHeap(48).with(new ProcessorShare(0, 0.5, 0)))
            .build();
    List<ProcessHandle> before = descendants().toList();

    try (TestBed bed = new TestBed(settings, tools, progress -> {}, Unlimited::new)) {
      assertThatThrownBy(bed::start)
          .isInstanceOf(BedException.class)
          .hasMessageContaining("cannot be limited on a machine of old (no groups here): --cpu");
      assertThat(descendants()).containsExactlyInAnyOrderElementsOf(before);
    }
  }

  @Test
  void shouldGiveUpItsFileThoughAHostCannotBeClosed(@TempDir Path directory) throws IOException {
    BedSettings settings = BedSettings.builder(directory, BINARIES, "Node").build();
    TestBed bed = new TestBed(settings, tools, progress -> {}, NotClosed::new);
    Path file = Files.writeString(directory.resolve("bed.json"), "{}");

    assertThatThrownBy(bed::close).hasMessage("cannot be closed");

    assertThat(file).doesNotExist();
  }

  /** Hosts that fail when they are closed. */
  private record NotClosed(Ports ports) implements Hosts {
    @Override
    public Host of(String node) {
      return new LoopbackHosts(ports);
    }

    @Override
    public String bedAddress() {
      return "127.0.0.1";
    }

    @Override
    public boolean isExposed() {
      return false;
    }

    @Override
    public void close() {
      throw new IllegalStateException("cannot be closed");
    }
  }

  /** As when signals do not reach a node: it is killed, and whoever closes again need not wait. */
  @Test
  void shouldEndAllAndKeepNobodyWaitingWhenANodeCannotBeStopped() {
    TestBed bed = new TestBed(settings(), tools, progress -> {}, Unreached::new);
    bed.start();

    assertThatThrownBy(bed::abort)
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll(
            "business1 could not be stopped (not reached)",
            "business2 could not be stopped (not reached)");

    assertThat(DIRECTORY.resolve("bed.json")).doesNotExist();
    await().untilAsserted(() -> assertThat(descendants()).isEmpty());
    assertTimeout(Duration.ofSeconds(10), bed::close);
  }

  /** As on a full disk. */
  @Test
  void shouldKillANodeThoughTheBedsFileCannotBeWritten() throws IOException {
    try (TestBed bed = new TestBed(settings(), tools, progress -> {})) {
      bed.start();
      OwnProcess node =
          BedState.read(DIRECTORY.resolve("bed.json")).orElseThrow().processes().stream()
              .filter(process -> process.name().equals("business2"))
              .findFirst()
              .orElseThrow();
      Path inTheWay = Files.createDirectory(DIRECTORY.resolve("bed.json.new"));
      try {
        assertThatThrownBy(() -> bed.business().kill("business2"))
            .isInstanceOf(UncheckedIOException.class);
        await().untilAsserted(() -> assertThat(node.isAlive()).isFalse());
      } finally {
        Files.delete(inTheWay);
        node.kill();
      }
    }
  }

  @Test
  void shouldShowNoPasswordOfTheDatabaseOnCommandLinesAndInFiles() throws Exception {
    Ports ports = Ports.free();
    int port = ports.take();
    ports.release(port);
    Path home = DIRECTORY.resolveSibling("named-database");
    try (EmbeddedDatabase server =
        EmbeddedDatabase.start(home, BINARIES, "127.0.0.1", port, home.resolveSibling("db.log"))) {
      String password = server.access().password();
      String url =
          server.access().url() + "?user=postgres&password=" + password + "&sslpassword=hidden";
      var access = new DatabaseAccess(url, "", password);
      List<String> progress = new CopyOnWriteArrayList<>();
      try (TestBed bed =
          new TestBed(
              shape().database(access).web(1, NodeShape.ofHeap(48)).build(),
              tools,
              progress::add)) {
        bed.start();

        assertThat(commandLines())
            .anyMatch(line -> line.contains("--name business2"))
            .anyMatch(line -> line.contains("--name web1"))
            .noneMatch(line -> line.contains("hidden") || line.contains(password));
        assertThat(Files.readString(DIRECTORY.resolve("bed.json")))
            .contains("?user=postgres&password=***&sslpassword=***");
        assertThat(progress).noneMatch(line -> line.contains("hidden") || line.contains(password));
      }
      assertThat(filesWith("hidden")).isEmpty();
      assertThat(filesWith(password)).isEmpty();
    }
  }

  private static List<String> commandLines() {
    return descendants().map(TestBedTest::commandLine).toList();
  }

  /** As everybody on this machine can read it. */
  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).replace('\0', ' ');
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  private static Stream<ProcessHandle> descendants() {
    return ProcessHandle.current().descendants().filter(ProcessHandle::isAlive);
  }

  private static List<Path> filesWith(String text) throws IOException {
    try (Stream<Path> files = Files.walk(DIRECTORY)) {
      return files.filter(file -> Files.isRegularFile(file) && holds(file, text)).toList();
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BedSettings settings() {
    return shape().build();
  }

  private static BedSettings.Builder shape() {
    return BedSettings.builder(DIRECTORY, BINARIES, "org.g2cl.loadtest.command.StandIns")
        .business(2, NodeShape.ofHeap(48))
        .web(0, NodeShape.ofHeap(48));
  }

  /** Loopback of a machine without control groups. */
  private record Unlimited(LoopbackHosts loopback) implements Hosts {
    Unlimited(Ports ports) {
      this(new LoopbackHosts(ports));
    }

    @Override
    public Host of(String node) {
      return loopback;
    }

    @Override
    public String bedAddress() {
      return loopback.bedAddress();
    }

    @Override
    public boolean isExposed() {
      return false;
    }

    @Override
    public List<? extends HostShell> shells() {
      return List.of(
          new HostShell() {
            @Override
            public Shell.Outcome run(List<String> command) {
              return new Shell.Outcome(3, "no groups here");
            }

            @Override
            public String toString() {
              return "a machine of old";
            }
          });
    }

    @Override
    public void close() {
      loopback.close();
    }
  }

  /** Loopback, whose nodes no signal reaches. */
  private record Unreached(LoopbackHosts loopback) implements Hosts, Host {
    Unreached(Ports ports) {
      this(new LoopbackHosts(ports));
    }

    @Override
    public Host of(String node) {
      return this;
    }

    @Override
    public String bedAddress() {
      return loopback.bedAddress();
    }

    @Override
    public boolean isExposed() {
      return false;
    }

    @Override
    public String address() {
      return loopback.address();
    }

    @Override
    public int takePort() {
      return loopback.takePort();
    }

    @Override
    public void release(int port) {
      loopback.release(port);
    }

    @Override
    public ManagedProcess startJava(
        String name,
        List<String> java,
        ProcessorShare share,
        Map<String, String> environment,
        Path log) {
      ManagedProcess process = loopback.startJava(name, java, share, environment, log);
      process.signalBy(
          signal -> {
            throw new IllegalStateException("not reached");
          });
      return process;
    }

    @Override
    public void close() {
      loopback.close();
    }
  }
}
