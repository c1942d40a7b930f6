package org.g2cl.loadtest.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.g2cl.loadtest.node.NodeSettings;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.node.RunningNode;
import org.g2cl.loadtest.node.Starters;

/**
 * Nodes without beans, to test the bed itself: a business node writes orders, a web node keeps the
 * carts in its memory and asks the business nodes in turn. Also a main class of such a command
 * line.
 */
final class StandIns {
  static final int BACKUPS_OF_A_BROKEN_NODE = 0;
  static final int BACKUPS_OF_A_HANGING_NODE = 2;
  private static final int CYCLE = 5;

  static {
    // else each answer waits 40 ms for an acknowledgement of its headers
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private StandIns() {}

  public static void main(String[] arguments) {
    System.exit(Main.commandLine(starters(), StandIns.class).execute(arguments));
  }

  static Starters starters() {
    return new Starters(
        StandIns::business,
        (name, host, port, servers) -> web(name, host, port, List.of(servers.split(",", -1))));
  }

  private static RunningNode business(NodeSettings settings) {
    if (settings.backups() == BACKUPS_OF_A_BROKEN_NODE) {
      throw new IllegalStateException("broken on purpose");
    }
    if (settings.backups() == BACKUPS_OF_A_HANGING_NODE) {
      hang();
    }
    createTable(settings);
    StandInGroup group = StandInGroup.join(settings);
    HttpServer server = StandInGroup.server(settings.host(), settings.port());
    server.createContext("/order", exchange -> order(exchange, settings));
    server.start();
    return new RunningNode() {
      @Override
      public NodeStatus status() {
        return new NodeStatus(
            settings.name(),
            settings.host() + ":" + settings.port(),
            settings.group(),
            settings.replication(),
            "1",
            group.members(),
            settings.port() % 7,
            0,
            0,
            0,
            0,
            0);
      }

      @Override
      public void close() {
        group.close();
        server.stop(0);
      }
    };
  }

  private static void hang() {
    System.out.println("hanging on purpose");
    while (true) {
      LockSupport.park();
    }
  }

  private static void createTable(NodeSettings settings) {
    if (settings.peers().isEmpty()) {
      execute(
          settings,
          "create table if not exists cart_order (order_id bigint generated always as identity,"
              + " cart_id varchar(64), sequence bigint, unique (cart_id, sequence))");
    }
  }

  /** An order may come again, from a web node whose first business node was killed meanwhile. */
  private static void order(HttpExchange exchange, NodeSettings settings) throws IOException {
    String[] parts = exchange.getRequestURI().getPath().split("/", -1);
    execute(
        settings,
        "insert into cart_order (cart_id, sequence) values ('%s', %s) on conflict do nothing"
            .formatted(parts[2], parts[3]));
    answer(exchange, 200, "ok");
  }

  private static void execute(NodeSettings settings, String sql) {
    try (Connection connection =
            DriverManager.getConnection(
                settings.jdbcUrl(), settings.dbUser(), settings.dbPassword());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static AutoCloseable web(String route, String host, int port, List<String> servers) {
    Map<String, Session> sessions = new ConcurrentHashMap<>();
    HttpServer server = StandInGroup.server(host, port);
    server.createContext(
        "/shop/step",
        exchange -> {
          String cookie = cookie(exchange);
          if (cookie.isEmpty()) {
            cookie = UUID.randomUUID() + "." + route;
            exchange.getResponseHeaders().set("Set-Cookie", "JSESSIONID=" + cookie + "; Path=/");
          }
          String text = sessions.computeIfAbsent(cookie, c -> new Session(servers)).step();
          answer(exchange, 200, text);
        });
    server.createContext(
        "/shop/audit", exchange -> answer(exchange, 200, sessions.get(cookie(exchange)).audit()));
    server.start();
    return () -> server.stop(0);
  }

  private static String cookie(HttpExchange exchange) {
    String header = exchange.getRequestHeaders().getFirst("Cookie");
    return header == null ? "" : header.replace("JSESSIONID=", "");
  }

  private static void answer(HttpExchange exchange, int code, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Cart and ledger of one client. */
  private static final class Session {
    private final String cart = UUID.randomUUID().toString();
    private final List<String> servers;
    private final List<Long> checkouts = new ArrayList<>();
    private long steps;
    private long sequence;

    Session(List<String> servers) {
      this.servers = servers;
    }

    synchronized String step() {
      if (steps++ > 0 && ++sequence % CYCLE == 0) {
        checkOut();
        checkouts.add(sequence);
      }
      return "cart=" + cart + " sequence=" + sequence;
    }

    private void checkOut() {
      for (String server : servers) {
        if (ordered("http://" + server + "/order/" + cart + "/" + sequence)) {
          return;
        }
      }
      throw new IllegalStateException("no business node answers");
    }

    private static boolean ordered(String url) {
      try {
        HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
        return connection.getResponseCode() == 200;
      } catch (IOException e) {
        return false;
      }
    }

    synchronized String audit() {
      String done =
          checkouts.stream()
              .map(s -> "{\"sequence\":" + s + ",\"order\":1}")
              .collect(Collectors.joining(","));
      return String.format(
          Locale.ROOT,
          "{\"cartId\":\"%s\",\"steps\":%d,\"acknowledgedWrites\":%d,\"lastAcknowledgedSequence\":%d,"
              + "\"acknowledgedCheckouts\":%d,\"checkouts\":[%s],\"failedSteps\":0,\"failedSequences\":[],\"lastFailure\":null,"
              + "\"lostUpdates\":0,\"cart\":{\"lastSequence\":%d,\"repeats\":0,\"gaps\":0,\"skipped\":[],\"repeated\":[]}}",
          cart,
          steps,
          sequence,
          sequence,
          checkouts.size(),
          done,
          sequence);
    }
  }
}
