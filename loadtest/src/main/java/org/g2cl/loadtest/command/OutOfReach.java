package org.g2cl.loadtest.command;

import org.g2cl.sample.cart.JdbcUrl;
import picocli.CommandLine.Model.CommandSpec;

/** What nodes in network namespaces cannot use, since these have no way out. */
final class OutOfReach {
  private static final String URL = "--jdbc-url";
  private static final String URL_VARIABLE = "HA_JDBC_URL";

  private OutOfReach() {}

  /** That a database of {@code --jdbc-url} or of the environment is, in a sentence. */
  static String database(CommandSpec spec, String url) {
    boolean given = isGiven(spec, URL);
    return "%s %s: nodes in network namespaces reach nothing outside of them (neither 127.0.0.1 of this machine nor other hosts) and so not this database: %s to have an embedded PostgreSQL started there"
        .formatted(
            given ? URL : URL_VARIABLE + " of the environment,",
            JdbcUrl.of(url),
            given ? "leave it out" : "unset it");
  }

  /** Whether an option is on the command line, and not of the environment. */
  static boolean isGiven(CommandSpec spec, String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }
}
