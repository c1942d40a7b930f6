package org.g2cl.loadtest.command;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.g2cl.sample.cart.JdbcUrl;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** Checks of option values; the errors name the option, its value and the rule. */
final class Checks {
  private static final int HIGHEST_PORT = 65_535;
  private static final String POSTGRESQL = "jdbc:postgresql:";
  private static final Pattern PORT = Pattern.compile("\\d{1,9}");
  private static final Pattern ADDRESS = Pattern.compile("[^:\\s]+:(\\d{1,5})");

  private Checks() {}

  /** Refuses lists with commas between in which an entry is empty: none would mean all. */
  static void lists(ParseResult parsed) {
    for (OptionSpec option : parsed.matchedOptions()) {
      if (!option.splitRegex().isEmpty()) {
        for (String value : option.originalStringValues()) {
          if (Arrays.stream(value.split(option.splitRegex(), -1)).anyMatch(String::isBlank)) {
            throw new ParameterException(
                parsed.commandSpec().commandLine(),
                "%s '%s' has an empty entry; it takes %s: %s"
                    .formatted(
                        option.longestName(),
                        value,
                        option.paramLabel(),
                        String.join(" ", option.description())));
          }
        }
      }
    }
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
      throw noAddress(spec, option, value);
    }
  }

  private static ParameterException noAddress(CommandSpec spec, String option, String value) {
    return new ParameterException(
        spec.commandLine(),
        option + " " + value + " is no address: write host:port, for instance 127.0.0.1:7801");
  }

  /** What a port of 127.0.0.1, or one with its host before it, leads to. */
  static Endpoint endpoint(CommandSpec spec, String name, String value) {
    if (PORT.matcher(value).matches()) {
      int port = Integer.parseInt(value);
      port(spec, name, port, 1);
      return new Endpoint(Endpoint.LOOPBACK, port);
    }
    address(spec, name, value);
    int colon = value.lastIndexOf(':');
    String host = value.substring(0, colon);
    if (!isHost(host)) {
      throw noAddress(spec, name, value);
    }
    return new Endpoint(host, Integer.parseInt(value.substring(colon + 1)));
  }

  /** Else an HTTP client fails on it later. */
  private static boolean isHost(String name) {
    try {
      return new URI("http", name, null, null).getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /**
   * Refuses databases other than PostgreSQL. H2 is on the class path, too: each node would make one
   * of its own in its memory, and fail late.
   *
   * @param without what a command does that is given no URL
   */
  static void database(CommandSpec spec, String url, String without) {
    if (url != null && !url.startsWith(POSTGRESQL)) {
      boolean given = spec.commandLine().getParseResult().hasMatchedOption("--jdbc-url");
      throw new ParameterException(
          spec.commandLine(),
          "%s '%s' is no URL of a PostgreSQL, which all nodes use: write %s//HOST:PORT/DATABASE; %s"
              .formatted(
                  given ? "--jdbc-url" : "HA_JDBC_URL", JdbcUrl.of(url), POSTGRESQL, without));
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
