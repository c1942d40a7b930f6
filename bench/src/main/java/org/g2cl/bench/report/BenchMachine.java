package org.g2cl.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;
import org.g2cl.loadtest.command.Machine;
import org.g2cl.loadtest.command.Versions;
import org.jgroups.Version;

/** Where it was measured and with what. */
final class BenchMachine {
  private BenchMachine() {}

  static Map<String, String> description() {
    Map<String, String> values = new LinkedHashMap<>(Machine.description());
    values.put("ha", Versions.project());
    values.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    values.put("jgroups", Version.string_version);
    values.put("transport", "loopback");
    return values;
  }
}
