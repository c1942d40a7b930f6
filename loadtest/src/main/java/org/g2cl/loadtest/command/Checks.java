package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.g2cl.cmi.core.HaSetting;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Checks of option values; the errors name the option, its value and the rule. */
final class Checks {
  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern ADDRESS = Pattern.compile("[^:\\s]+:(\\d{1,5})");

  /** Settings that the node's own options decide, and so nothing else. */
  private static final Map<HaSetting, String> DECIDED =
      Map.of(
          HaSetting.NAME, "--name",
          HaSetting.LOCATION, "--host and --port",
          HaSetting.GROUP, "--group",
          HaSetting.BIND_ADDRESS, "--host",
          HaSetting.BIND_PORT, "--group-port",
          HaSetting.STATUS_PORT, "--status-port",
          HaSetting.BACKUPS, "--backups");

  private Checks() {}

  /** Refuses settings of {@code --set} that would count for nothing. */
  static void settings(CommandSpec spec, Map<String, String> settings) {
    DECIDED.forEach(
        (setting, option) -> {
          if (settings.containsKey(setting.key())) {
            throw new ParameterException(
                spec.commandLine(),
                "--set %s=%s would count for nothing, since a node takes it from its option: give %s in its place"
                    .formatted(setting.key(), settings.get(setting.key()), option));
          }
        });
  }

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

  /** An empty path would be the working directory, of which a run replaces parts. */
  static Path path(String value) {
    if (value.isBlank()) {
      throw new TypeConversionException("it is empty; name a directory");
    }
    return Path.of(value);
  }

  private static boolean isPort(int number) {
    return number >= 1 && number <= HIGHEST_PORT;
  }
}
