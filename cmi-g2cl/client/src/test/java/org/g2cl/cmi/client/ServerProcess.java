package org.g2cl.cmi.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.g2cl.cmi.client.server.ServerMain;
import org.g2cl.jgcs.tck.FreePorts;

/** A child JVM with an OpenEJB server, or another main class of the tests. */
final class ServerProcess implements AutoCloseable {
  private static final Path LOGS = Path.of("target", "servers");

  private final int port;
  private final Process process;
  private final PrintStream commands;

  private ServerProcess(int port, Process process) {
    this.port = port;
    this.process = process;
    this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /** Starts a server; {@link #awaitReady} tells when it serves. */
  static ServerProcess start() throws IOException {
    int port = FreePorts.next();
    Files.createDirectories(LOGS);
    Files.deleteIfExists(ids(port));
    Process process =
        java(
                LOGS.resolve(port + ".log"),
                List.of("-Dport=" + port, "-Dids=" + ids(port).toAbsolutePath()),
                ServerMain.class.getName())
            .start();
    return new ServerProcess(port, process);
  }

  /** Builder of a small JVM with this one's class path. */
  static ProcessBuilder java(Path log, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx160m", "-Djava.net.preferIPv4Stack=true", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(log.toFile());
  }

  ServerProcess awaitReady() throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    while (line != null && !line.equals("READY")) {
      line = out.readLine();
    }
    if (line == null) {
      throw new IOException(
          "server did not start: " + Files.readString(LOGS.resolve(port + ".log")));
    }
    return this;
  }

  Location location() {
    return new Location("127.0.0.1", port);
  }

  int port() {
    return port;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Request ids that the stateless bean has seen. */
  List<String> ids() throws IOException {
    return Files.exists(ids(port)) ? Files.readAllLines(ids(port)) : List.of();
  }

  void tellOf(ServerProcess member) {
    commands.println("+" + member.location());
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static Path ids(int port) {
    return LOGS.resolve(port + ".ids");
  }
}
