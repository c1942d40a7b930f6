package org.g2cl.loadtest.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Folders {@code previous/TIME} of earlier results, which nothing replaces. */
final class PreviousResults {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private PreviousResults() {}

  /**
   * Moves the files of an experiment, but not logs and earlier results, nor what others have put
   * into the directory.
   *
   * @param results file by whose last change the new folder is named
   * @return the folder
   */
  static Path move(Path directory, Path results) throws IOException {
    Path previous = newFolder(directory.resolve("previous"), changed(results));
    for (String name : ResultFolder.FILES) {
      Path file = directory.resolve(name);
      if (Files.isRegularFile(file)) {
        Files.move(file, previous.resolve(name));
      }
    }
    return previous;
  }

  private static String changed(Path results) throws IOException {
    Instant time = Files.getLastModifiedTime(results).toInstant();
    return STAMP.format(time.atZone(ZoneId.systemDefault()));
  }

  private static Path newFolder(Path parent, String name) throws IOException {
    Path folder = parent.resolve(name);
    for (int other = 2; Files.exists(folder); other++) {
      folder = parent.resolve(name + "-" + other);
    }
    return Files.createDirectories(folder);
  }
}
