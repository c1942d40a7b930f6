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
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.watch.WatchServer;

/**
 * Answers {@code GET /status} with the node's status as JSON, in the words of {@link NodeStatus}. A
 * node in a group serves its {@link WatchServer page} there besides.
 */
public final class StatusServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Runnable stop;
  private final int port;

  private StatusServer(Runnable stop, int port) {
    this.stop = stop;
    this.port = port;
  }

  /**
   * Starts to answer.
   *
   * @param host address to listen on
   * @param port port of it; 0 for a free one
   * @throws IOException when the port is taken
   */
  public static StatusServer start(String host, int port, RunningNode node) throws IOException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    return node.ha().isPresent()
        ? withPage(address, node.ha().get())
        : statusAlone(address, node::status);
  }

  private static StatusServer withPage(InetSocketAddress address, HaService service)
      throws IOException {
    WatchServer server = WatchServer.start(service, address);
    return new StatusServer(server::close, server.page().getPort());
  }

  private static StatusServer statusAlone(InetSocketAddress address, Supplier<NodeStatus> status)
      throws IOException {
    HttpServer server = HttpServer.create(address, 0);
    server.createContext("/status", exchange -> answer(exchange, status));
    server.start();
    return new StatusServer(() -> server.stop(0), server.getAddress().getPort());
  }

  /** Port it listens on. */
  public int port() {
    return port;
  }

  @Override
  public void close() {
    stop.run();
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
