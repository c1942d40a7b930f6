package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The limits of memory that this process is under besides the machine's: those of its control group
 * and of the groups around it, as a container has one.
 *
 * <p>Files that the system keeps in memory count as used there; it lets go of them when the memory
 * is wanted.
 */
final class ControlGroup {
  private static final Path MOUNT = Path.of("sys/fs/cgroup");
  private static final int FIELDS = 3;

  private ControlGroup() {}

  /** Bytes that the narrowest limit leaves; empty without any. */
  static OptionalLong availableBytes(Path root) {
    return lines(root.resolve("proc/self/cgroup")).stream()
        .map(line -> line.split(":", FIELDS))
        .filter(fields -> fields.length == FIELDS)
        .flatMap(fields -> folders(root.resolve(MOUNT), fields[1], fields[2]))
        .map(ControlGroup::leftIn)
        .flatMapToLong(OptionalLong::stream)
        .min();
  }

  /** Of the group and those around it; from within a container its own group is the outermost. */
  private static Stream<Path> folders(Path mount, String controllers, String group) {
    boolean unified = controllers.isEmpty();
    if (!unified && !Arrays.asList(controllers.split(",", -1)).contains("memory")) {
      return Stream.empty();
    }
    Path outermost = unified ? mount : mount.resolve("memory");
    Path own = outermost.resolve(group.replaceFirst("^/+", "")).normalize();
    List<Path> all = new ArrayList<>();
    for (Path at = own; at != null && at.startsWith(outermost); at = at.getParent()) {
      all.add(at);
    }
    return all.stream();
  }

  private static OptionalLong leftIn(Path folder) {
    OptionalLong unified = left(folder, "memory.max", "memory.current", "");
    return unified.isPresent()
        ? unified
        : left(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_");
  }

  private static OptionalLong left(Path folder, String limit, String usage, String prefix) {
    OptionalLong most = number(lines(folder.resolve(limit)));
    OptionalLong used = number(lines(folder.resolve(usage)));
    if (most.isEmpty() || used.isEmpty()) {
      return OptionalLong.empty();
    }
    Set<String> files = Set.of(prefix + "active_file", prefix + "inactive_file");
    long kept =
        lines(folder.resolve("memory.stat")).stream()
            .map(line -> line.split(" ", 2))
            .filter(fields -> files.contains(fields[0]))
            .mapToLong(fields -> Long.parseLong(fields[1].strip()))
            .sum();
    return OptionalLong.of(Math.max(0, most.getAsLong() - used.getAsLong() + kept));
  }

  /** Empty for what means no limit: a word, or a number that no machine has. */
  private static OptionalLong number(List<String> lines) {
    return lines.stream()
        .map(String::strip)
        .filter(line -> line.matches("\\d{1,18}"))
        .mapToLong(Long::parseLong)
        .findFirst();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}
