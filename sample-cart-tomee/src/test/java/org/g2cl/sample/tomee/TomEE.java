package org.g2cl.sample.tomee;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.g2cl.jgcs.tck.FreePorts;

/** One server on disk: the unpacked TomEE, the files of the documentation, and its ports. */
record TomEE(String name, Path home, Ports ports) {

  /** Ports of one server on the loopback address; failure detection takes 100 above the group's. */
  record Ports(int http, int stop, int ejbd, int group) {
    static Ports free() throws IOException {
      return new Ports(FreePorts.next(), FreePorts.next(), FreePorts.next(), FreePorts.next());
    }
  }

  /** Lays a server out; jars are linked, what is written to is copied. */
  static TomEE unpack(String name, Path stock, Path work, Ports ports) throws IOException {
    Path home = work.resolve(name);
    Folders.delete(home);
    for (String folder : List.of("webapps", "apps", "temp", "logs", "work", "documented", "ours")) {
      Files.createDirectories(home.resolve(folder));
    }
    Folders.copy(stock.resolve("conf"), home.resolve("conf"), false);
    Folders.copy(stock.resolve("bin"), home.resolve("bin"), true);
    Folders.copy(stock.resolve("lib"), home.resolve("lib"), true);
    return new TomEE(name, home, ports);
  }

  /** Folder in which states that leave memory get a folder. */
  Path states() {
    return home.resolve("states");
  }

  /** Files of states that have left memory and are as large as that or larger. */
  List<Path> stateFiles(int bytes) throws IOException {
    if (!Files.exists(states())) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(states())) {
      return files
          .filter(file -> file.toString().endsWith(".state") && file.toFile().length() >= bytes)
          .toList();
    }
  }

  /** Location of this server for clients. */
  String location() {
    return "127.0.0.1:" + ports.ejbd();
  }

  /** Process of the server, as the operating system lists it. */
  ProcessHandle process() {
    return processes()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("server " + name + " does not run"));
  }

  boolean runs() {
    return processes().findAny().isPresent();
  }

  private Stream<ProcessHandle> processes() {
    String mark = "-Dcatalina.base=" + home;
    return ProcessHandle.current()
        .descendants()
        .filter(handle -> handle.info().arguments().map(List::of).orElse(List.of()).contains(mark));
  }

  /** What it has logged so far. */
  String log() throws IOException {
    var all = new StringBuilder();
    try (Stream<Path> files = Files.list(home.resolve("logs"))) {
      for (Path file : files.filter(path -> path.toString().contains("catalina")).toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  /** What a failed test tells of it: the end of its log, and what its threads do. */
  String state() {
    try {
      List<String> lines = log().lines().toList();
      String end = String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
      return "server %s (%s)\n%s\n%s".formatted(name, ports, end, runs() ? threads() : "ended");
    } catch (IOException e) {
      return "server %s (%s): %s".formatted(name, ports, e);
    }
  }

  private String threads() throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process dump =
        new ProcessBuilder(jcmd.toString(), "" + process().pid(), "Thread.print")
            .redirectErrorStream(true)
            .start();
    return new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
