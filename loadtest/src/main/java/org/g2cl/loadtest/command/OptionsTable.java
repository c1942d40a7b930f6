package org.g2cl.loadtest.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Table of a command's options in Markdown, made from what the command says of itself. */
public final class OptionsTable {
  /** What stands above the rows. */
  public static final String HEAD = "| Option | Default | Meaning |\n|---|---|---|\n";

  private OptionsTable() {}

  /** Rows of a command: its parameters, then its options; not those of every command. */
  public static List<String> rows(CommandSpec command) {
    List<String> rows = new ArrayList<>();
    for (PositionalParamSpec parameter : command.positionalParameters()) {
      if (!parameter.hidden()) {
        rows.add(row(parameter.paramLabel(), "", parameter.description()));
      }
    }
    for (OptionSpec option : command.options()) {
      boolean own = !option.usageHelp() && !option.versionHelp() && !option.hidden();
      if (own) {
        rows.add(row(option));
      }
    }
    return rows;
  }

  private static String row(OptionSpec option) {
    boolean flag = option.typeInfo().isBoolean() && option.arity().max() == 0;
    String longest = option.longestName();
    String name =
        (option.negatable() ? longest.replaceFirst("^--(no-)?", "--[no-]") : longest)
            + (flag ? "" : "=" + option.paramLabel());
    return row(name, flag ? "" : shown(option.defaultValue()), option.description());
  }

  /** A variable's own default, where it has one. */
  private static String shown(String value) {
    return value == null ? "" : value.replaceAll("\\$\\{[^}]*?:-([^}]*)}", "$1");
  }

  private static String row(String name, String value, String[] description) {
    String text = String.join(" ", description).replace("|", "\\|").replace("%%", "%");
    String code = value.isEmpty() ? "" : "`" + value + "`";
    return "| `%s` | %s | %s |".formatted(name.replace("|", "\\|"), code, text);
  }
}
