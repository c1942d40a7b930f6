package org.g2cl.loadtest.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.BedException;

/** Tells a directory of experiments, where files may be replaced, from one of the user's. */
final class OwnDirectory {
  private static final String MARK = ".ha-experiment";
  private static final int SHOWN = 3;

  private OwnDirectory() {}

  /**
   * Marks a directory as one of experiments; makes it when missing.
   *
   * @throws BedException when it holds files, and no results; nothing there is touched then
   */
  static void claim(Path directory) throws IOException {
    Files.createDirectories(directory);
    if (!isOurs(directory)) {
      requireEmpty(directory);
    }
    Files.writeString(
        directory.resolve(MARK),
        "Results of ./ha loadtest: files of their names may be moved or replaced here.\n");
  }

  /** Earlier builds left no mark, but their settings. */
  private static boolean isOurs(Path directory) {
    return Files.exists(directory.resolve(MARK))
        || MadeWith.read(directory.resolve(ResultFolder.SETTINGS))
            .settings()
            .containsKey(ResultFolder.RUNS);
  }

  private static void requireEmpty(Path directory) throws IOException {
    List<String> found;
    try (Stream<Path> entries = Files.list(directory)) {
      found =
          entries
              .filter(OwnDirectory::holdsFiles)
              .map(entry -> entry.getFileName().toString())
              .sorted()
              .toList();
    }
    if (!found.isEmpty()) {
      throw BedException.environment(
          "--out %s holds %s, which no run of ./ha loadtest made; nothing there was touched: name a new or empty directory with --out"
              .formatted(directory.toAbsolutePath().normalize(), words(found)));
    }
  }

  private static String words(List<String> names) {
    String shown = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return names.size() > SHOWN ? "%s and %d more".formatted(shown, names.size() - SHOWN) : shown;
  }

  /** What cannot be looked into counts as a file. */
  private static boolean holdsFiles(Path entry) {
    try (Stream<Path> tree = Files.walk(entry)) {
      return tree.anyMatch(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }
}
