package org.g2cl.loadtest.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory of a process that is in its machine's memory. */
final class ResidentMemory {
  private static final double MEGA = 1024;

  private ResidentMemory() {}

  /** Megabytes of a process of this machine; 0 when it has ended. */
  static double megabytes(long pid) {
    try {
      return megabytes(Files.readString(Path.of("/proc/" + pid + "/status")));
    } catch (IOException e) {
      return 0;
    }
  }

  /** Megabytes by the text of {@code /proc/PID/status}. */
  static double megabytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / MEGA)
        .findFirst()
        .orElse(0);
  }
}
