package org.g2cl.loadtest.bed;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts JVMs of nodes with this JVM's class path. */
final class NodeJvm {
  private static final String LOG_FORMAT =
      "-Djava.util.logging.SimpleFormatter.format=%1$tT.%1$tL %4$-7s %3$s %5$s%6$s%n";

  private final String mainClass;
  private final Path logs;

  NodeJvm(String mainClass, Path logs) {
    this.mainClass = mainClass;
    this.logs = logs;
  }

  /**
   * Starts one.
   *
   * @param jars folder whose jars stand first on the class path and replace those of the same
   *     artifact
   */
  ManagedProcess start(
      String name, int heapMegabytes, List<String> arguments, Optional<Path> jars) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options(heapMegabytes));
    command.add("-Djava.io.tmpdir=" + temporary());
    command.add(mainClass);
    command.addAll(arguments);
    return ManagedProcess.start(
        name,
        command,
        Map.of("CLASSPATH", jars.map(NodeJvm::classPath).orElseGet(NodeJvm::classPath)),
        logs.resolve(name + ".log"));
  }

  /** Inside the bed's directory, so that a node that is killed leaves nothing elsewhere. */
  private Path temporary() {
    try {
      return Files.createDirectories(logs.resolveSibling("tmp"));
    } catch (IOException e) {
      throw BedException.environment(
          "the directory " + logs.getParent() + " cannot be written (" + e + ")", e);
    }
  }

  /** C1 alone: nine JVMs on few cores would spend a short run compiling. */
  private static List<String> options(int heapMegabytes) {
    return List.of(
        "-Xms" + heapMegabytes / 2 + "m",
        "-Xmx" + heapMegabytes + "m",
        "-Xss512k",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:ReservedCodeCacheSize=48m",
        "-XX:+ExitOnOutOfMemoryError",
        "-Xshare:auto",
        "-Djava.net.preferIPv4Stack=true",
        "-Djava.awt.headless=true",
        "-Djava.security.egd=file:/dev/urandom",
        LOG_FORMAT);
  }

  /** Surefire puts a short class path on the command line and the real one into a property. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static String classPath(Path jars) {
    try (Stream<Path> files = Files.list(jars)) {
      List<Path> first = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
      Set<String> replaced = first.stream().map(NodeJvm::artifact).collect(Collectors.toSet());
      return Stream.concat(
              first.stream().map(Path::toString),
              Arrays.stream(classPath().split(File.pathSeparator, -1))
                  .filter(entry -> !replaced.contains(artifact(Path.of(entry)))))
          .collect(Collectors.joining(File.pathSeparator));
    } catch (IOException e) {
      throw BedException.environment(
          "the jars in " + jars + " cannot be listed (" + e + "): build again by ./ha", e);
    }
  }

  /** Name of a jar up to its version: {@code jgroups-4.2.30.Final.jar} is {@code jgroups}. */
  private static String artifact(Path jar) {
    return String.valueOf(jar.getFileName()).replaceAll("-\\d.*\\.jar$", "");
  }
}
