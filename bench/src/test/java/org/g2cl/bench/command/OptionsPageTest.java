package org.g2cl.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.g2cl.bench.worker.Workers;
import org.g2cl.loadtest.command.OptionsTable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * docs/reference/bench-options.md is what the measurements say of themselves, and pages use no
 * other options.
 */
class OptionsPageTest {
  private static final Path PAGE = Path.of("../docs/reference/bench-options.md");
  private static final Path MADE = Path.of("target/bench-options.md");
  private static final Pattern CALL = Pattern.compile("\\./ha bench ([a-z]+)\\b([^`|\\n]*)");
  private static final Pattern OPTION = Pattern.compile("(?<=\\s)--[a-z][a-z0-9-]*");
  private static final List<Path> DOCS =
      List.of(Path.of("../README.md"), Path.of("../docs"), Path.of("../bench/README.md"));

  private static Map<String, CommandLine> measurements() {
    Map<String, CommandLine> all =
        new TreeMap<>(Main.commandLine(jvms -> Workers.threads()).getSubcommands());
    all.remove("help");
    return all;
  }

  private static String page() {
    Map<String, CommandLine> measurements = measurements();
    List<String> common = OptionsTable.rows(measurements.remove("all").getCommandSpec());
    StringBuilder page = new StringBuilder();
    page.append("# Options of the measurements\n\n");
    page.append(
        "Made from `./ha bench` by `OptionsPageTest`; what they are for: [measurements](bench.md).");
    page.append(" The other commands: [options](options.md).\n");
    List<String> ofAll = new ArrayList<>(common);
    List<String> ofRounds = common.stream().filter(row -> row.contains("--rounds")).toList();
    ofAll.removeAll(ofRounds);
    page.append("\n## Of all but `jmh`\n\n");
    append(page, ofAll);
    page.append("\n## Of all but `jmh`, `joiner` and `memory`\n\n");
    append(page, ofRounds);
    measurements.forEach(
        (name, command) -> {
          List<String> own = OptionsTable.rows(command.getCommandSpec());
          own.removeAll(common);
          if (!own.isEmpty()) {
            page.append("\n## ./ha bench ").append(name).append("\n\n");
            append(page, own);
          }
        });
    return page.toString();
  }

  private static void append(StringBuilder page, List<String> rows) {
    page.append(OptionsTable.HEAD);
    rows.forEach(row -> page.append(row).append('\n'));
  }

  @Test
  void shouldBeWhatTheMeasurementsSay() throws IOException {
    String made = page();
    Files.writeString(MADE, made);
    assertThat(Files.readString(PAGE))
        .as("options changed: cp bench/%s docs/reference/bench-options.md", MADE)
        .isEqualTo(made);
  }

  @Test
  void shouldUseOnlyOptionsThatExistOnThePages() throws IOException {
    Map<String, CommandLine> measurements = measurements();
    measurements.remove("jmh"); // its options are JMH's
    for (Path start : DOCS) {
      for (Path file : markdown(start)) {
        Matcher calls = CALL.matcher(Files.readString(file));
        while (calls.find()) {
          if (measurements.containsKey(calls.group(1))) {
            Matcher options = OPTION.matcher(calls.group(2));
            while (options.find()) {
              assertThat(measurements.get(calls.group(1)).getCommandSpec().optionsMap())
                  .as("%s: %s", file, calls.group())
                  .containsKey(options.group());
            }
          }
        }
      }
    }
  }

  private static List<Path> markdown(Path start) throws IOException {
    try (var files = Files.walk(start)) {
      return files.filter(file -> file.toString().endsWith(".md")).toList();
    }
  }
}
