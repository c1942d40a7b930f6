package org.g2cl.loadtest.bed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.PropagationException;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * JVM in a network namespace of its own, with a PostgreSQL there and two hosts, {@code pooled} and
 * {@code bare}, that each keep an {@link OpenTransaction} on it. Does what its input says: {@code
 * cut NODE} silently, {@code heal}, {@code settle NODE SECONDS} as a successor does, {@code go-on
 * NODE LINE}.
 */
final class SilentHostProbe {
  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final Namespaces namespaces;
  private final Path directory;
  private final PGSimpleDataSource source = new PGSimpleDataSource();
  private final Map<String, ManagedProcess> nodes = new HashMap<>();

  private SilentHostProbe(Namespaces namespaces, Path directory) {
    this.namespaces = namespaces;
    this.directory = directory;
  }

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    try (Namespaces namespaces = Namespaces.open();
        EmbeddedDatabase database =
            EmbeddedDatabase.start(
                directory.resolve("data"),
                Path.of(arguments[1]),
                namespaces.bedAddress(),
                5432,
                directory.resolve("postgresql.log"))) {
      new SilentHostProbe(namespaces, directory).run(database.access());
    }
  }

  private void run(DatabaseAccess access) throws SQLException, IOException {
    source.setUrl(access.url());
    source.setUser(access.user());
    source.setPassword(access.password());
    new MarkerTable(source, ANSWER).create();
    start("pooled", access);
    start("bare", access);
    say("ready");
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      say(obey(order.split(" ", -1)));
    }
  }

  private void start(String node, DatabaseAccess access) {
    Host host = namespaces.of(node);
    ManagedProcess process =
        host.startJava(
            node,
            List.of(
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                OpenTransaction.class.getName(),
                node,
                host.address()),
            ProcessorShare.all(),
            Map.of(OpenTransaction.URL, access.url(), OpenTransaction.PASSWORD, access.password()),
            directory.resolve(node + ".log"));
    process.awaitLine("OPEN", START);
    nodes.put(node, process);
  }

  private String obey(String[] order) {
    Network network = namespaces.network().orElseThrow();
    switch (order[0]) {
      case "cut" -> {
        network.block(order[1], Network.BED);
        network.block(Network.BED, order[1]);
      }
      case "heal" -> network.heal();
      case "settle" -> {
        return settle(order[1], Duration.ofSeconds(Long.parseLong(order[2])));
      }
      case "go-on" -> {
        nodes.get(order[1]).write("\n");
        return nodes.get(order[1]).awaitLine(order[2], ANSWER);
      }
      default -> throw new IllegalArgumentException(order[0]);
    }
    return "done";
  }

  private String settle(String node, Duration patience) {
    try {
      return new MarkerTable(source, patience)
              .settle(OpenTransaction.SESSION, OpenTransaction.request(node), OpenTransaction.EPOCH)
          ? "committed"
          : "not committed";
    } catch (PropagationException e) {
      return "unknown: " + e.getMessage();
    }
  }

  private static void say(String text) {
    System.out.println(text.replace('\n', ' '));
    System.out.flush();
  }
}
