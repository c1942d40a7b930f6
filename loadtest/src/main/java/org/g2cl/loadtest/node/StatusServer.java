package org.g2cl.loadtest.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Answers {@code GET /status} with the node's status as JSON. */
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
  public static StatusServer start(String host, int port, Supplier<NodeStatus> status)
      throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
    server.createContext("/status", exchange -> answer(exchange, status));
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

  private static void answer(HttpExchange exchange, Supplier<NodeStatus> status)
      throws IOException {
    int code = 200;
    byte[] body;
    try {
      body = JSON.writeValueAsBytes(status.get());
    } catch (JsonProcessingException | IllegalStateException e) {
      code = 503;
      body = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
