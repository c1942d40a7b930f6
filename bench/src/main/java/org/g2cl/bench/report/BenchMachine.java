package org.g2cl.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.g2cl.loadtest.command.Machine;
import org.jgroups.Version;

/** Where it was measured and with what. */
final class BenchMachine {
  private BenchMachine() {}

  static Map<String, String> description() {
    Map<String, String> values = new LinkedHashMap<>(Machine.description());
    values.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    values.put("jgroups", Version.string_version);
    values.put("transport", "loopback");
    return values;
  }

  /** Load averages of 1, 5 and 15 minutes as the system says them, or {@code unknown}. */
  static String load() {
    try {
      return Files.readString(Path.of("/proc/loadavg")).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
