package org.g2cl.loadtest.bed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a business node is started with. Secrets go by the environment, and so does the JDBC URL,
 * which may hold some: every user of a machine sees the arguments of its processes.
 *
 * @param settings the bed
 * @param database database of the shop
 * @param secret what the members of the group prove themselves with, if they do
 * @param build what it runs, if that is not this build
 */
record BusinessCommand(
    BedSettings settings, DatabaseAccess database, Optional<String> secret, Optional<Build> build) {
  private static final String SECRET = "G2CL_SECRET";
  private static final String URL = "HA_JDBC_URL";
  private static final String PASSWORD = "HA_DB_PASSWORD";

  /** Variables besides the inherited ones. */
  Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    environment.put(URL, database.url());
    environment.put(PASSWORD, database.password());
    secret.ifPresent(value -> environment.put(SECRET, value));
    build.ifPresent(other -> environment.put(JavaCommand.CLASS_PATH, other.classPath()));
    return environment;
  }

  /**
   * Arguments of the command line.
   *
   * @param place where the node listens
   * @param peers where the members of the group listen that it shall join; empty: it makes the
   *     group
   */
  List<String> arguments(Business.Place place, List<String> peers) {
    List<String> arguments = new ArrayList<>(List.of("node", "--exit-with-parent"));
    arguments.addAll(List.of("--name", place.name(), "--host", place.host().address()));
    arguments.addAll(List.of("--port", "" + place.port()));
    arguments.addAll(List.of("--group", "demo", "--group-port", "" + place.groupPort()));
    arguments.addAll(List.of("--status-port", "" + place.statusPort()));
    arguments.addAll(List.of("--copies-port", "" + place.copiesPort()));
    if (!peers.isEmpty()) {
      arguments.addAll(List.of("--peers", String.join(",", peers)));
    }
    arguments.addAll(List.of("--replication", settings.replication() ? "on" : "off"));
    arguments.addAll(List.of("--backups", "" + settings.backups()));
    arguments.addAll(List.of("--db-user", database.user()));
    settings
        .business()
        .settings()
        .forEach((key, value) -> arguments.addAll(List.of("--set", key + "=" + value)));
    return arguments;
  }
}
