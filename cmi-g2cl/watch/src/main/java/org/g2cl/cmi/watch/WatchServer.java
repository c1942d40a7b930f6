package org.g2cl.cmi.watch;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.g2cl.cmi.core.HaService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server of a node's page, read-only, without a password: {@code /} the page, {@code /group} what
 * it shows of all nodes, {@code /status} this node, {@code /metrics} its figures as OpenMetrics
 * text, {@code /health/ready} and {@code /health/live} for whoever starts and stops nodes.
 *
 * <p>Bind it to loopback, or to an address that only those reach who may see the figures; it never
 * shows states, requests or secrets.
 */
public final class WatchServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WatchServer.class);

  /** A connection has one from its first byte on, though its request may come slowly. */
  private static final int THREADS = 64;

  private static final int WAITING = 64;

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final RequestLimit limit;
  private final MetricsText metrics;
  private final URI page;

  private WatchServer(
      HttpServer server,
      URI page,
      ThreadPoolExecutor threads,
      RequestLimit limit,
      MetricsText metrics) {
    this.server = server;
    this.page = page;
    this.threads = threads;
    this.limit = limit;
    this.metrics = metrics;
  }

  /**
   * Starts to serve.
   *
   * @param address where; port 0 takes a free one
   * @throws IOException when the port is taken, or the address is not this machine's
   */
  public static WatchServer start(HaService service, InetSocketAddress address) throws IOException {
    HttpServer http = HttpServer.create(address, WAITING);
    var threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            WatchServer::thread); // the JDK's server closes the connection of a request too many
    threads.allowCoreThreadTimeOut(true);
    MetricsText metrics = metrics(service);
    var pages = new WatchPages(service, address, metrics);
    var limit = new RequestLimit();
    http.createContext(
        "/",
        exchange -> {
          RequestLimit.requestIsRead();
          pages.handle(exchange);
        });
    http.setExecutor(exchange -> threads.execute(limit.bounded(exchange)));
    http.start();
    URI page = page(http.getAddress(), service.settings().location());
    service.publishPage(page);
    LOG.info("{}: page at {}", service.settings().name(), page);
    return new WatchServer(http, page, threads, limit, metrics);
  }

  /** An address that stands for all of this machine leads others nowhere. */
  private static URI page(InetSocketAddress boundTo, String location) {
    String host =
        boundTo.getAddress().isAnyLocalAddress()
            ? URI.create("ejbd://" + location).getHost()
            : inUri(boundTo.getAddress().getHostAddress());
    return URI.create("http://" + host + ":" + boundTo.getPort() + "/");
  }

  private static String inUri(String address) {
    return address.contains(":") ? "[" + address + "]" : address;
  }

  /** Micrometer's writer, where Micrometer's Prometheus registry is on the class path. */
  private static MetricsText metrics(HaService service) {
    try {
      return new OpenMetrics(service);
    } catch (NoClassDefFoundError e) {
      LOG.info(
          "{}: no /metrics, for micrometer-registry-prometheus is not on the class path ({})",
          service.settings().name(),
          e.getMessage());
      return MetricsText.NONE;
    }
  }

  /**
   * Address of the page. Of a server that is bound to all addresses of this machine it has the host
   * of the node's location.
   */
  public URI page() {
    return page;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    limit.close();
    metrics.close();
  }

  private static Thread thread(Runnable task) {
    var thread = new Thread(task, "g2cl-page");
    thread.setDaemon(true);
    return thread;
  }
}
