package org.g2cl.loadtest.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.Origin;

/** Where a run took place and with what. */
public final class Machine {
  private Machine() {}

  /** This machine, and the versions of now. */
  static Origin origin(Tools tools, String database) {
    return new Origin(description(), versions(tools, database));
  }

  /** Processors, memory and operating system. */
  public static Map<String, String> description() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("processors", Runtime.getRuntime().availableProcessors() + " × " + processor());
    values.put("memory", memory(field("/proc/meminfo", "MemTotal")));
    values.put(
        "system",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
    return values;
  }

  /** The same, with the load averages from before a run and of now, after it. */
  static Map<String, String> description(String loadBefore) {
    Map<String, String> values = description();
    values.put("load average before", loadBefore);
    values.put("load average after", load());
    return values;
  }

  /** Load averages of 1, 5 and 15 minutes as the system says them, or {@code unknown}. */
  public static String load() {
    try {
      return Files.readString(Path.of("/proc/loadavg")).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** Versions of this project and what it runs on; of the tools, where they are there. */
  static Map<String, String> versions(Tools tools, String database) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("ha", Versions.project());
    values.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
    if (tools.areThere()) {
      values.put("Apache httpd", firstLine(tools.httpd(), "-v").replace("Server version: ", ""));
      values.put("ab", firstLine(tools.ab(), "-V").replaceAll("^This is |<.*$", "").strip());
    }
    values.put("database", database);
    return values;
  }

  private static String processor() {
    String model = field("/proc/cpuinfo", "model name");
    return model.isEmpty() ? "unknown" : model;
  }

  /** Of the kernel's kB, which are 1024 bytes each. */
  static String memory(String kilobytes) {
    String digits = kilobytes.replaceAll("\\D", "");
    return digits.isEmpty()
        ? "unknown"
        : String.format(Locale.ROOT, "%,d MB", Long.parseLong(digits) / 1024);
  }

  private static String field(String file, String name) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private static String firstLine(Path program, String option) {
    try {
      Process process =
          new ProcessBuilder(program.toString(), option).redirectErrorStream(true).start();
      try (var reader = process.inputReader()) {
        String line = reader.readLine();
        process.waitFor(5, TimeUnit.SECONDS);
        return line == null ? "unknown" : line.strip();
      }
    } catch (IOException e) {
      return "unknown";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "unknown";
    }
  }
}
