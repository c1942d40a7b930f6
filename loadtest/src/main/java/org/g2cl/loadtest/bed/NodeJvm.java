package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

  ManagedProcess start(String name, int heapMegabytes, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options(heapMegabytes));
    command.add("-Djava.io.tmpdir=" + temporary());
    command.add(mainClass);
    command.addAll(arguments);
    return ManagedProcess.start(
        name, command, Map.of("CLASSPATH", classPath()), logs.resolve(name + ".log"));
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
}
