package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.store.Death;

/** Business node with the basket in a JVM of its own. */
final class BasketProcess implements AutoCloseable {
  private static final String READY = "READY";

  private final Process process;
  private final Path log;
  private final int port;

  private BasketProcess(Process process, Path log, int port) {
    this.process = process;
    this.log = log;
    this.port = port;
  }

  /** Runs in the process: location's port, group's port, peers, database, application, death. */
  public static void main(String[] arguments) throws Exception {
    long start = System.nanoTime();
    System.setProperty(Death.PROPERTY, arguments[5]);
    HaSettings settings =
        HaSettings.builder()
            .set(HaSetting.LOCATION, "127.0.0.1:" + arguments[0])
            .set(HaSetting.BIND_PORT, arguments[1])
            .set(HaSetting.PEERS, arguments[2])
            .set(HaSetting.JOIN_TIMEOUT, Duration.ofSeconds(30))
            .build();
    EmbeddedBusinessNode node =
        Application.valueOf(arguments[4])
            .addTo(EmbeddedBusinessNode.builder())
            .ha(settings)
            .dataSource(
                "shop",
                Map.of("JdbcDriver", "org.h2.Driver", "JdbcUrl", arguments[3], "UserName", "sa"))
            .markers("shop")
            .start();
    System.out.println(READY + " " + (System.nanoTime() - start) / 1_000_000 + " ms");
    while (System.in.read() >= 0) {
      // until the parent closes the stream, or is gone
    }
    node.close();
    System.exit(0);
  }

  static BasketProcess start(
      Path folder,
      int port,
      int groupPort,
      String peers,
      String database,
      Application application,
      Death death)
      throws IOException {
    Path log = folder.resolve("node-" + port + ".log");
    Process process =
        NodeJvm.start(
            BasketProcess.class,
            folder,
            log,
            Integer.toString(port),
            Integer.toString(groupPort),
            peers,
            database,
            application.name(),
            death.name());
    return new BasketProcess(process, log, port);
  }

  URI location() {
    return URI.create("ejbd://127.0.0.1:" + port);
  }

  void awaitReady() {
    Awaitility.await("node on port " + port + " ready; log " + log)
        .atMost(Duration.ofMinutes(2))
        .failFast(() -> !process.isAlive())
        .until(() -> text().contains(READY));
  }

  String text() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void kill() {
    process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Waits until the process has ended by itself, and gives its exit code. */
  int awaitEnd() {
    return process.onExit().orTimeout(10, TimeUnit.SECONDS).join().exitValue();
  }

  /** Asks the process to stop gracefully. */
  void stop() throws IOException, InterruptedException {
    process.getOutputStream().close();
    process.waitFor(30, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    kill();
  }
}
