package org.g2cl.loadtest.bed;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Programs and memory of this machine that the bed needs.
 *
 * @param ab ApacheBench
 * @param httpd Apache httpd
 * @param httpdModules directory of httpd's loadable modules
 */
public record Tools(Path ab, Path httpd, Path httpdModules) {
  private static final long MEGABYTE = 1 << 20;
  private static final Path MISSING = Path.of("");
  private static final List<String> ELSEWHERE = List.of("/usr/sbin", "/usr/local/sbin", "/sbin");
  private static final List<String> MODULE_FOLDERS =
      List.of("/usr/lib/apache2/modules", "/usr/lib64/httpd/modules", "/usr/lib/httpd/modules");
  private static final String FIX =
      "install it: apt-get install apache2-bin apache2-utils (Debian, Ubuntu) or dnf install httpd"
          + " httpd-tools (Fedora)";

  /**
   * Looks for the programs on PATH and where system packages put them.
   *
   * @throws BedException when one is missing; it says how to install it
   */
  public static Tools find() {
    return find(System.getenv().getOrDefault("PATH", ""));
  }

  /** None, for a bed without a web tier. */
  public static Tools none() {
    return new Tools(MISSING, MISSING, MISSING);
  }

  /** Whether they are here. */
  public boolean areThere() {
    return !equals(none());
  }

  static Tools find(String path) {
    Path ab = program(path, "ab").orElseThrow(() -> missing("ab (ApacheBench)"));
    Path httpd =
        program(path, "apache2", "httpd").orElseThrow(() -> missing("apache2 (Apache httpd)"));
    Path modules =
        MODULE_FOLDERS.stream()
            .map(Path::of)
            .filter(folder -> Files.exists(folder.resolve("mod_proxy_balancer.so")))
            .findFirst()
            .orElseThrow(() -> missing("httpd's module mod_proxy_balancer"));
    return new Tools(ab, httpd, modules);
  }

  /**
   * Checks that this much memory is available.
   *
   * @param remedy what would make it less, with the name of an option
   * @throws BedException when it is not
   */
  public static void requireMemory(int megabytes, String remedy) {
    requireMemory(megabytes, remedy, Path.of("/"));
  }

  static void requireMemory(int megabytes, String remedy, Path root) {
    long ofMachine =
        availableMegabytes(root.resolve("proc").resolve("meminfo")).orElse(Long.MAX_VALUE);
    long ofGroup = ControlGroup.availableBytes(root).orElse(Long.MAX_VALUE) / MEGABYTE;
    boolean limited = ofGroup < ofMachine;
    if (Math.min(ofGroup, ofMachine) < megabytes) {
      throw BedException.environment(
          "too little memory: %d MB available%s, the bed needs about %d MB. End other programs, or %s.%s"
              .formatted(
                  Math.min(ofGroup, ofMachine),
                  limited ? " below the limit of this container or control group" : "",
                  megabytes,
                  remedy,
                  limited ? " Or raise that limit." : ""));
    }
  }

  private static Optional<Long> availableMegabytes(Path memoryInfo) {
    try (Stream<String> lines = Files.lines(memoryInfo)) {
      return lines
          .filter(line -> line.startsWith("MemAvailable:"))
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Path> program(String path, String... names) {
    List<String> onPath = List.of(path.split(File.pathSeparator, -1));
    return Stream.of(names)
        .flatMap(
            name -> Stream.concat(onPath.stream(), elsewhere(path)).map(dir -> Path.of(dir, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Where a user's PATH seldom leads; an empty PATH means: look nowhere. */
  private static Stream<String> elsewhere(String path) {
    return path.isEmpty() ? Stream.empty() : ELSEWHERE.stream();
  }

  private static BedException missing(String what) {
    return BedException.environment(what + " is missing on this machine: " + FIX + ".");
  }
}
