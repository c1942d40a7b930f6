package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * docs/reference/options.md is what the commands say of themselves, and pages use no other options.
 */
class OptionsPageTest {
  private static final Path PAGE = Path.of("../docs/reference/options.md");
  private static final Path MADE = Path.of("target/options.md");
  private static final Pattern CALL =
      Pattern.compile("\\./ha (demo|chaos|node|web|status|simulate|loadtest [a-z]+)\\b([^`|\\n]*)");
  private static final Pattern OPTION = Pattern.compile("(?<=\\s)--[a-z][a-z-]*");
  private static final List<Path> DOCS =
      List.of(
          Path.of("../README.md"),
          Path.of("../docs"),
          Path.of("../loadtest/README.md"),
          Path.of("../simulate/README.md"));

  @Test
  void shouldBeWhatTheCommandsSay() throws IOException {
    String made = page();
    Files.writeString(MADE, made);
    assertThat(Files.readString(PAGE))
        .as("options changed: cp loadtest/%s docs/reference/options.md", MADE)
        .isEqualTo(made);
  }

  @Test
  void shouldNameEveryCommandInTheReference() throws IOException {
    String commands = Files.readString(PAGE.resolveSibling("commands.md"));
    for (String name : commands().keySet()) {
      assertThat(commands).contains("`./ha " + name.replaceFirst(" .*", ""));
    }
  }

  @Test
  void shouldUseOnlyOptionsThatExistOnThePages() throws IOException {
    Map<String, CommandLine> commands = commands();
    for (Path start : DOCS) {
      for (Path file : markdown(start)) {
        Matcher calls = CALL.matcher(Files.readString(file));
        while (calls.find()) {
          CommandLine command = commands.get(calls.group(1));
          assertThat(command).as("%s: %s", file, calls.group()).isNotNull();
          Matcher options = OPTION.matcher(calls.group(2));
          while (options.find()) {
            assertThat(command.getCommandSpec().optionsMap())
                .as("%s: %s", file, calls.group())
                .containsKey(options.group());
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

  private static Map<String, CommandLine> commands() {
    Map<String, CommandLine> all = new TreeMap<>();
    add(all, "", Main.commandLine(RealNodes.starters(), Main.class));
    all.remove("help");
    // run by the launcher without this module
    all.put("simulate", new CommandLine(new org.g2cl.simulate.command.Main()));
    return all;
  }

  private static void add(Map<String, CommandLine> all, String before, CommandLine line) {
    line.getSubcommands()
        .forEach(
            (name, command) -> {
              if (!command.getCommandSpec().usageMessage().hidden()) {
                all.put(before + name, command);
                add(all, before + name + " ", command);
              }
            });
  }

  private static String page() {
    StringBuilder page = new StringBuilder();
    page.append("# Options of the commands\n\n");
    page.append(
        "Made from the commands by `OptionsPageTest`; what they are for: [commands](commands.md).");
    page.append(" `./ha bench` has a [page of its own](bench-options.md).\n");
    commands()
        .forEach(
            (name, command) -> {
              List<String> rows = OptionsTable.rows(command.getCommandSpec());
              if (!rows.isEmpty()) {
                page.append("\n## ./ha ").append(name).append("\n\n");
                page.append(OptionsTable.HEAD);
                rows.forEach(row -> page.append(row).append('\n'));
              }
            });
    return page.toString();
  }
}
