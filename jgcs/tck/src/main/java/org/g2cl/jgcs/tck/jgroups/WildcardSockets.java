package org.g2cl.jgcs.tck.jgroups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Sockets of this process that are bound to no particular address, as Linux tells them. */
final class WildcardSockets {
  private static final Path PROCESS = Path.of("/proc/self");
  private static final int LOCAL_ADDRESS = 1;
  private static final int INODE = 9;

  private WildcardSockets() {}

  static boolean known() {
    return Files.isReadable(PROCESS.resolve("net/tcp"));
  }

  /** Lines of the system's tables, which name address, port and inode. */
  static Set<String> open() throws IOException {
    Set<String> inodes = inodes();
    Set<String> found = new HashSet<>();
    for (String table : List.of("tcp", "tcp6", "udp", "udp6")) {
      Path file = PROCESS.resolve("net").resolve(table);
      if (Files.isReadable(file)) {
        for (String line : Files.readAllLines(file)) {
          String[] fields = line.strip().split("\\s+", -1);
          if (fields.length > INODE
              && inodes.contains(fields[INODE])
              && fields[LOCAL_ADDRESS].matches("0+:.*")) {
            found.add(table + " " + fields[LOCAL_ADDRESS] + " inode " + fields[INODE]);
          }
        }
      }
    }
    return found;
  }

  private static Set<String> inodes() throws IOException {
    List<Path> descriptors = new ArrayList<>();
    try (Stream<Path> all = Files.list(PROCESS.resolve("fd"))) {
      all.forEach(descriptors::add);
    }
    Set<String> inodes = new HashSet<>();
    for (Path descriptor : descriptors) {
      try {
        String target = Files.readSymbolicLink(descriptor).toString();
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      } catch (IOException closedMeanwhile) {
        // not ours any more
      }
    }
    return inodes;
  }
}
