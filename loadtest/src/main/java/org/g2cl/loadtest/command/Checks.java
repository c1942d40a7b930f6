package org.g2cl.loadtest.command;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of option values; the errors name the option, its value and the rule. */
final class Checks {
  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern ADDRESS = Pattern.compile("[^:\\s]+:(\\d{1,5})");

  private Checks() {}

  static void port(CommandSpec spec, String option, int value, int least) {
    range(spec, option, value, least, HIGHEST_PORT);
  }

  static void range(CommandSpec spec, String option, long value, long least, long greatest) {
    if (value < least || value > greatest) {
      throw new ParameterException(
          spec.commandLine(),
          "%s %d is out of range: give a number from %d to %d"
              .formatted(option, value, least, greatest));
    }
  }

  static void address(CommandSpec spec, String option, String value) {
    Matcher address = ADDRESS.matcher(value);
    if (!address.matches() || !isPort(Integer.parseInt(address.group(1)))) {
      throw new ParameterException(
          spec.commandLine(),
          option + " " + value + " is no address: write host:port, for instance 127.0.0.1:7801");
    }
  }

  private static boolean isPort(int number) {
    return number >= 1 && number <= HIGHEST_PORT;
  }
}
