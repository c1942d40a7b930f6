package org.g2cl.loadtest.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.g2cl.loadtest.node.NodeSettings;

/** Membership of nodes without beans: a node's view is whoever answers it just now. */
final class StandInGroup implements AutoCloseable {
  /** Below that of those who ask for a node's status, who would else take it for silent too. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final Duration TO_JOIN = Duration.ofSeconds(30);

  private final String name;
  private final Map<String, String> known = new ConcurrentHashMap<>();
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final HttpServer server;

  private StandInGroup(String name, HttpServer server) {
    this.name = name;
    this.server = server;
  }

  /** Makes itself known to the peers, and learns whom they know. */
  static StandInGroup join(NodeSettings settings) {
    String own = settings.host() + ":" + settings.groupPort();
    StandInGroup group =
        new StandInGroup(settings.name(), server(settings.host(), settings.groupPort()));
    group.known.put(settings.name(), own);
    group.server.createContext("/known", group::answer);
    group.server.start();
    settings.peers().forEach(peer -> group.meet(peer, "/known?" + settings.name() + "=" + own));
    return group;
  }

  /** The first request of a JVM may take long. */
  private void meet(String peer, String greeting) {
    long end = System.nanoTime() + TO_JOIN.toNanos();
    while (!answers(peer, greeting)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("no answer of " + peer);
      }
    }
  }

  /** Those that answer, by name. */
  List<String> members() {
    return new TreeMap<>(known)
        .entrySet().parallelStream()
            .filter(entry -> entry.getKey().equals(name) || answers(entry.getValue(), "/known"))
            .map(Map.Entry::getKey)
            .toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String joiner = exchange.getRequestURI().getQuery();
    if (joiner != null) {
      String[] entry = joiner.split("=", 2);
      known.put(entry[0], entry[1]);
    }
    String all =
        known.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining("\n"));
    byte[] body = all.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Whether a member answers; whom it knows is known here from then on. */
  private boolean answers(String address, String path) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + address + path)).timeout(PATIENCE).build();
      http.send(request, HttpResponse.BodyHandlers.ofString())
          .body()
          .lines()
          .map(entry -> entry.split("=", 2))
          .forEach(entry -> known.put(entry[0], entry[1]));
      return true;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  static HttpServer server(String host, int port) {
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
      server.setExecutor(Executors.newCachedThreadPool());
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
