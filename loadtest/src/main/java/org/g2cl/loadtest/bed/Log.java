package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Log file of a process of the bed. */
record Log(Path file) {
  private static final int TAIL_LINES = 15;

  Optional<String> lineStartingWith(String start) {
    return lines().stream().filter(line -> line.startsWith(start)).findFirst();
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
      return Files.exists(file)
          ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList()
          : List.of();
    } catch (IOException e) {
      return List.of("(" + file + " cannot be read: " + e.getMessage() + ")");
    }
  }
}
