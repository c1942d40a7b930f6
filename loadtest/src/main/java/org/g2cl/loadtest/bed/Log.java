package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Log file of a process of the bed.
 *
 * @param from bytes that an earlier process of the same name has written, which are not looked at
 */
record Log(Path file, long from) {
  private static final int TAIL_LINES = 15;

  /** With less than this a disk counts as full. */
  private static final long LEAST_BYTES = 256 << 10;

  /** What is written to the file from now on. */
  static Log fromNow(Path file) {
    return new Log(file, Files.exists(file) ? file.toFile().length() : 0);
  }

  Optional<String> lineStartingWith(String start) {
    return lines().stream().filter(line -> line.startsWith(start)).findFirst();
  }

  /** A process whose disk is full cannot say what it has to say. */
  void requireSpace() {
    if (file.toAbsolutePath().getParent().toFile().getUsableSpace() < LEAST_BYTES) {
      throw BedException.environment(
          "the disk is full that has %s: make room, or name a directory on another disk with --out"
              .formatted(file.toAbsolutePath()));
    }
  }

  /** The last lines, indented, under the name of the file. */
  String tail() {
    List<String> lines = lines();
    List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    String text = last.isEmpty() ? "(empty)" : String.join("\n  ", last);
    return "Last lines of " + file + ":\n  " + text;
  }

  private List<String> lines() {
    try {
      if (!Files.exists(file)) {
        return List.of();
      }
      try (InputStream in = Files.newInputStream(file)) {
        in.skipNBytes(from);
        return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      }
    } catch (IOException e) {
      return List.of("(" + file + " cannot be read: " + e.getMessage() + ")");
    }
  }
}
