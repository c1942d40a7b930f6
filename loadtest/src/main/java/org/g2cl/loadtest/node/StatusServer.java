package org.g2cl.loadtest.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Answers {@code GET /status} with a node's status as JSON, and {@code GET /copies} with the copies
 * of sessions that it holds, a line each.
 */
public final class StatusServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;

  private StatusServer(HttpServer server) {
    this.server = server;
  }

  /**
   * Starts to answer.
   *
   * @param host address to listen on
   * @param port port of it; 0 for a free one
   * @throws IOException when the port is taken
   */
  public static StatusServer start(String host, int port, RunningNode node) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
    server.createContext(
        "/status",
        exchange ->
            answer(exchange, "application/json", () -> JSON.writeValueAsBytes(node.status())));
    server.createContext(
        "/copies", exchange -> answer(exchange, "text/plain", () -> lines(node.copies())));
    server.start();
    return new StatusServer(server);
  }

  /** Port it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private static byte[] lines(List<CopyLine> copies) {
    return copies.stream()
        .map(copy -> copy + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void answer(HttpExchange exchange, String type, Callable<byte[]> content)
      throws IOException {
    int code = 200;
    byte[] body;
    try {
      body = content.call();
    } catch (Exception e) {
      code = 503;
      body = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
    }
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
