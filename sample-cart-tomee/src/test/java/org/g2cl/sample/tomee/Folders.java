package org.g2cl.sample.tomee;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copying and deleting of folders. */
final class Folders {
  private Folders() {}

  /** Copies a folder; jars as links when asked, since nobody writes to them. */
  static void copy(Path from, Path to, boolean link) throws IOException {
    for (Path path : inside(from)) {
      Path target = to.resolve(from.relativize(path).toString());
      if (Files.isDirectory(path)) {
        Files.createDirectories(target);
      } else if (link && path.toString().endsWith(".jar")) {
        Files.createLink(target, path);
      } else {
        Files.copy(path, target);
      }
    }
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      for (Path path : inside(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static List<Path> inside(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.toList();
    }
  }
}
