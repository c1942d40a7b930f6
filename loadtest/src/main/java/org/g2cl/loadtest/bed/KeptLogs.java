package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Logs of beds that broke: folders {@code broken/N-WHAT/logs} of an experiment, which no start of a
 * bed empties. Only the last few stay.
 */
public final class KeptLogs {
  private static final int MOST = 5;
  private static final Pattern NUMBERED = Pattern.compile("\\d{1,9}-.+");

  private final Path folder;

  /** Those of the experiment in a directory. */
  public KeptLogs(Path directory) {
    this.folder = directory.resolve("broken");
  }

  /**
   * Copies the logs of a bed; that the disk is full must not hide why it broke.
   *
   * @param what what broke it, part of a folder's name
   * @param logs where the next start of the bed deletes them
   * @return where they are, to be put after the failure; empty when there are none
   */
  public String keep(String what, Path logs) {
    if (!Files.isDirectory(logs)) {
      return "";
    }
    try {
      return " (its logs are kept in " + copy(what, logs) + ")";
    } catch (IOException e) {
      return " (its logs are in %s until the next start; they cannot be kept: %s)"
          .formatted(logs, e);
    }
  }

  private Path copy(String what, Path logs) throws IOException {
    Files.createDirectories(folder);
    List<Path> earlier = earlier();
    for (Path old : earlier.subList(0, Math.max(0, earlier.size() - MOST + 1))) {
      Workspace.deleteTree(old);
    }
    int number = earlier.isEmpty() ? 1 : number(earlier.get(earlier.size() - 1)) + 1;
    Path kept = Files.createDirectories(folder.resolve(number + "-" + what).resolve("logs"));
    try (Stream<Path> files = Files.list(logs)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, kept.resolve(file.getFileName()));
      }
    }
    return kept;
  }

  /** From the oldest to the newest. */
  private List<Path> earlier() throws IOException {
    try (Stream<Path> folders = Files.list(folder)) {
      return folders
          .filter(path -> NUMBERED.matcher(path.getFileName().toString()).matches())
          .sorted(Comparator.comparingInt(KeptLogs::number))
          .toList();
    }
  }

  private static int number(Path kept) {
    String name = kept.getFileName().toString();
    return Integer.parseInt(name.substring(0, name.indexOf('-')));
  }
}
