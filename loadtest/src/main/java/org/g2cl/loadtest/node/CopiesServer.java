package org.g2cl.loadtest.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.g2cl.cmi.core.HaService;

/**
 * Answers {@code GET /copies} with the copies of sessions that a node holds, a {@link CopyLine}
 * each: for tools that compare nodes.
 */
public final class CopiesServer {
  private CopiesServer() {}

  /**
   * Starts to answer, until this JVM ends.
   *
   * @throws IOException when the port is taken
   */
  public static void start(String host, int port, HaService service) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
    server.createContext("/copies", exchange -> answer(exchange, service));
    server.start();
  }

  private static void answer(HttpExchange exchange, HaService service) throws IOException {
    byte[] body =
        service.propagation().heldCopies().stream()
            .map(copy -> CopyLine.of(copy) + "\n")
            .collect(Collectors.joining())
            .getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
