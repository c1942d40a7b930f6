package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.DatabaseAccess;
import org.g2cl.loadtest.bed.InheritedSettings;
import org.g2cl.loadtest.bed.Where;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that say what a bed's nodes run on, and which database they use. */
final class PlaceOptions {
  @Option(
      names = "--where",
      paramLabel = "PLACE",
      defaultValue = "loopback",
      description =
          "What nodes run on: loopback; namespaces (network namespaces with addresses of their own);"
              + " or remote hosts with commas between, each [user@]host[:ssh-port][=address], with --jdbc-url.")
  String where;

  @Option(
      names = "--remote-home",
      paramLabel = "DIR",
      defaultValue = "${sys:ha.root:-.}",
      description = "Directory of the built project on remote hosts.")
  Path remoteHome;

  @Option(
      names = "--jdbc-url",
      paramLabel = "URL",
      defaultValue = "${env:HA_JDBC_URL}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "PostgreSQL to use (default: HA_JDBC_URL of the environment); without one an embedded one is started.")
  String jdbcUrl;

  @Option(
      names = "--db-user",
      paramLabel = "USER",
      defaultValue = "",
      description = "User for --jdbc-url.")
  String dbUser;

  @Option(
      names = "--db-password",
      paramLabel = "PASSWORD",
      defaultValue = "${env:HA_DB_PASSWORD:-}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Password for --jdbc-url (default: HA_DB_PASSWORD of the environment).")
  String dbPassword;

  /** Refuses a database that the nodes do not reach or cannot use, before anything starts. */
  void check(CommandSpec spec) {
    check(spec, System.getenv());
  }

  void check(CommandSpec spec, Map<String, String> environment) {
    if (where().isApart() && jdbcUrl != null) {
      throw new ParameterException(
          spec.commandLine(), OutOfReach.database(spec, jdbcUrl) + ", or give --where loopback");
    }
    if (!where().isThisMachine() && jdbcUrl == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--where %s: nodes on remote hosts need a database that they can reach: name it with --jdbc-url"
              .formatted(where));
    }
    if (!where().isThisMachine()) {
      InheritedSettings.obstacle(environment)
          .ifPresent(
              sentence -> {
                throw new ParameterException(
                    spec.commandLine(), "--where %s: %s".formatted(where, sentence));
              });
    }
    Checks.database(spec, jdbcUrl, "without one an embedded PostgreSQL is started");
  }

  Where where() {
    return Where.parse(where, remoteHome);
  }

  Optional<DatabaseAccess> database() {
    return Optional.ofNullable(jdbcUrl).map(url -> new DatabaseAccess(url, dbUser, dbPassword));
  }

  BedSettings.Builder put(BedSettings.Builder bed) {
    return bed.where(where()).database(database().orElse(null));
  }
}
