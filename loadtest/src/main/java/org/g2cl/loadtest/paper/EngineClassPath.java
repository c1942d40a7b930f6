package org.g2cl.loadtest.paper;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.BedException;

/** This JVM's class path with the jars of an engine in place of those of the same artifact. */
final class EngineClassPath {
  private EngineClassPath() {}

  /**
   * The class path, the jars of a folder first.
   *
   * @throws BedException when the folder cannot be read
   */
  static String withJars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> first = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
      return joined(first, own());
    } catch (IOException e) {
      throw BedException.environment(
          "the jars in " + folder + " cannot be listed (" + e + "): build again by ./ha", e);
    }
  }

  static String joined(List<Path> first, String others) {
    Set<String> replaced =
        first.stream().map(EngineClassPath::artifact).collect(Collectors.toSet());
    return Stream.concat(
            first.stream().map(Path::toString),
            Arrays.stream(others.split(File.pathSeparator, -1))
                .filter(entry -> !replaced.contains(artifact(Path.of(entry)))))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Surefire puts a short class path on the command line and the real one into a property. */
  private static String own() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** Name of a jar up to its version: {@code jgroups-4.2.30.Final.jar} is {@code jgroups}. */
  private static String artifact(Path jar) {
    return String.valueOf(jar.getFileName()).replaceAll("-\\d.*\\.jar$", "");
  }
}
