package org.g2cl.loadtest.command;

import java.util.regex.Pattern;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;

/** Help of a command without defaults that are empty, which say nothing to a reader. */
public final class TidyHelp extends Help {
  private static final Pattern EMPTY_DEFAULT =
      Pattern.compile("(?m)^ *Default: *(\\[]|\\{})? *(\\R|$)");

  /** Help of this command. */
  public TidyHelp(CommandSpec command, ColorScheme colors) {
    super(command, colors);
  }

  @Override
  public String optionList() {
    return tidy(super.optionList());
  }

  @Override
  public String parameterList() {
    return tidy(super.parameterList());
  }

  private static String tidy(String list) {
    return EMPTY_DEFAULT.matcher(list).replaceAll("");
  }
}
