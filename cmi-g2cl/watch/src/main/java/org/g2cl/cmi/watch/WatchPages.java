package org.g2cl.cmi.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.g2cl.cmi.core.HaHealth;
import org.g2cl.cmi.core.HaService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers of a {@link WatchServer}. */
final class WatchPages implements HttpHandler {
  private static final Logger LOG = LoggerFactory.getLogger(WatchPages.class);
  private static final String JSON = "application/json; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  /** Nothing from elsewhere, nothing inline, in no frame. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Pages that are made at a time. */
  private static final int PAGES = 4;

  /** How long a request waits to be one of these, less than it may take to be answered. */
  private static final Duration TURN = Duration.ofSeconds(5);

  @SuppressWarnings("ArrayRecordComponent") // written once, never compared
  private record Answer(int code, String type, byte[] body) {
    static Answer of(String type, String body) {
      return new Answer(200, type, body.getBytes(UTF_8));
    }

    static Answer failure(int code, String sentence) {
      return new Answer(code, TEXT, (sentence + "\n").getBytes(UTF_8));
    }
  }

  private final HaService service;
  private final GroupCache group;
  private final HostCheck hosts;
  private final Map<String, Supplier<Answer>> pages;
  private final MetricsText metrics;
  private final Semaphore turns = new Semaphore(PAGES);

  WatchPages(HaService service, InetSocketAddress boundTo, MetricsText metrics) {
    this.service = service;
    this.hosts = new HostCheck(boundTo);
    this.metrics = metrics;
    this.group = new GroupCache(service);
    this.pages =
        Map.of(
            "/",
            file("page.html", "text/html; charset=utf-8"),
            "/page.js",
            file("page.js", "text/javascript; charset=utf-8"),
            "/page.css",
            file("page.css", "text/css; charset=utf-8"),
            "/icon.svg",
            file("icon.svg", "image/svg+xml"),
            "/group",
            () -> Answer.of(JSON, Json.of(WatchJson.group(service, group.get()))),
            "/status",
            () -> Answer.of(JSON, Json.of(WatchJson.status(service, service.figures()))),
            "/health/live",
            this::live,
            "/health/ready",
            this::ready);
  }

  private static Supplier<Answer> file(String name, String type) {
    try (InputStream in = WatchPages.class.getResourceAsStream(name)) {
      Answer answer = new Answer(200, type, in.readAllBytes());
      return () -> answer;
    } catch (IOException e) {
      throw new UncheckedIOException("resource " + name + " cannot be read", e);
    }
  }

  /** Asks nothing that may wait: who gets no answer kills the node. */
  private Answer live() {
    return health(
        true, Map.of("name", service.settings().name(), "lifeCycle", service.lifeCycle().name()));
  }

  private Answer ready() {
    HaHealth health = service.health();
    return health(
        health.isReady() && health.isServing(),
        Map.of(
            "name", health.name(),
            "lifeCycle", health.lifeCycle().name(),
            "serving", health.isServing(),
            "view", health.view(),
            "members", health.nodes().size()));
  }

  private static Answer health(boolean good, Map<String, Object> facts) {
    Map<String, Object> health = new LinkedHashMap<>();
    health.put("status", good ? "UP" : "DOWN");
    health.putAll(facts);
    return new Answer(good ? 200 : 503, JSON, Json.of(health).getBytes(UTF_8));
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      send(exchange, answer(exchange));
    }
  }

  private Answer answer(HttpExchange exchange) {
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return Answer.failure(405, "this page is read-only");
    }
    String host = exchange.getRequestHeaders().getFirst("Host");
    if (!hosts.allows(host)) {
      return Answer.failure(
          421, "this server is bound to loopback; ask it as localhost or by its address");
    }
    String path = exchange.getRequestURI().getPath();
    List<String> accepted = exchange.getRequestHeaders().getOrDefault("Accept", List.of());
    try {
      return path.startsWith("/health/") ? page(path, accepted) : inTurn(path, accepted);
    } catch (RuntimeException e) {
      LOG.warn("{}: {} cannot be answered", service.settings().name(), path, e);
      return Answer.failure(500, "cannot be answered; the node's log says why");
    }
  }

  /** Pages may wait for sessions; those that do must not take all threads from the probes. */
  private Answer inTurn(String path, List<String> accepted) {
    if (!awaitTurn()) {
      return Answer.failure(503, "others are answered, and take long; ask again later");
    }
    try {
      return page(path, accepted);
    } finally {
      turns.release();
    }
  }

  private boolean awaitTurn() {
    try {
      return turns.tryAcquire(TURN.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Answer page(String path, List<String> accepted) {
    if (path.equals("/metrics")) {
      return metrics(accepted);
    }
    Supplier<Answer> page = pages.get(path);
    return page == null
        ? Answer.failure(404, "there are /, /group, /status, /metrics, /health/ready, /health/live")
        : page.get();
  }

  private Answer metrics(List<String> accepted) {
    boolean plain =
        accepted.stream().anyMatch(type -> type.contains("text/plain"))
            && accepted.stream().noneMatch(type -> type.contains("openmetrics"));
    String type = plain ? MetricsText.PLAIN : MetricsText.OPEN_METRICS;
    return metrics
        .scrape(type)
        .map(text -> Answer.of(type, text))
        .orElseGet(
            () ->
                Answer.failure(
                    404,
                    "put micrometer-registry-prometheus on the node's class path to have figures"
                        + " here"));
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", answer.type());
    headers.set("Content-Security-Policy", POLICY);
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.code(), head ? -1 : answer.body().length);
    if (!head) {
      exchange.getResponseBody().write(answer.body());
    }
  }
}
