package org.g2cl.loadtest.bed;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Build of this project in another checkout, which nodes can run.
 *
 * @param classPath class path of its nodes
 * @param version its commit, or the checkout's folder where git does not tell
 */
public record Build(String classPath, String version) {
  private static final String MODULE = "loadtest";

  /**
   * The build in a checkout, as {@code ./ha} or {@code mvn package} makes it there.
   *
   * @throws BedException when it is no checkout, or nothing was built in it
   */
  public static Build in(Path checkout) {
    Path root = checkout.toAbsolutePath().normalize();
    if (!Files.isRegularFile(root.resolve(MODULE).resolve("pom.xml"))) {
      throw BedException.environment(
          "--upgrade-from %s is no checkout of this project: it has no %s/pom.xml; name the folder of one, for instance of git worktree add FOLDER COMMIT"
              .formatted(root, MODULE));
    }
    Path target = root.resolve(MODULE).resolve("target");
    Path libraries = target.resolve("lib");
    Path jar =
        newestJar(target)
            .filter(found -> Files.isDirectory(libraries))
            .orElseThrow(
                () ->
                    BedException.environment(
                        "--upgrade-from %s is not built: run there  mvn -DskipTests -pl %s -am package"
                            .formatted(root, MODULE)));
    return new Build(
        jar + File.pathSeparator + libraries.resolve("*"), commit(root).orElse(root.toString()));
  }

  private static Optional<Path> newestJar(Path target) {
    if (!Files.isDirectory(target)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(target)) {
      return files.filter(Build::isJar).max(Comparator.comparingLong(Build::lastModified));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isJar(Path file) {
    return file.getFileName().toString().matches(MODULE + "-.*\\.jar");
  }

  private static long lastModified(Path file) {
    return file.toFile().lastModified();
  }

  /** As {@code ./ha} tells its own, but without a checksum of what was changed. */
  private static Optional<String> commit(Path root) {
    if (!Files.exists(root.resolve(".git"))) {
      return Optional.empty();
    }
    String[] git = {"git", "--no-optional-locks", "-C", root.toString()};
    Shell.Outcome commit = Shell.tryRun(with(git, "rev-parse", "--short=8", "HEAD"));
    Shell.Outcome changed =
        Shell.tryRun(with(git, "status", "--porcelain", "--", "*pom.xml", "*/src/main/*"));
    return Optional.of(commit)
        .filter(Shell.Outcome::isOk)
        .map(told -> told.output() + (changed.output().isEmpty() ? "" : "+changes"));
  }

  private static String[] with(String[] git, String... words) {
    return Stream.concat(Stream.of(git), Stream.of(words)).toArray(String[]::new);
  }
}
