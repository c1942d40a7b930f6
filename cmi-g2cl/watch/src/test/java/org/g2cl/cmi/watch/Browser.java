package org.g2cl.cmi.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** A headless Chromium with one page, led by its DevTools protocol. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();

  /** What the page wrote to its console, and what its policy forbade. */
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  private Browser(Process process, URI page) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, new Listener()).join();
  }

  /** The browser of this machine; empty when there is none. */
  static Optional<Path> installed() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts it; its files are in that folder. */
  static Browser start(Path program, Path folder) throws Exception {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder,
                "--window-size=1240,760",
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("browser.log").toFile())
            .start();
    Path told = folder.resolve("DevToolsActivePort");
    Awaitility.await("the browser's port")
        .atMost(PATIENCE)
        .until(() -> Files.exists(told) && Files.readAllLines(told).size() == 2);
    URI list = URI.create("http://127.0.0.1:" + Files.readAllLines(told).get(0) + "/json/list");
    for (JsonNode target : JSON.readTree(Http.send("GET", list).body())) {
      if (target.get("type").asText().equals("page")) {
        var browser = new Browser(process, URI.create(target.get("webSocketDebuggerUrl").asText()));
        browser.send("Runtime.enable", Map.of());
        browser.send("Log.enable", Map.of());
        return browser;
      }
    }
    process.destroyForcibly();
    throw new IOException("the browser has no page");
  }

  void open(URI page) throws Exception {
    send("Page.navigate", Map.of("url", page.toString()));
  }

  /** Value of an expression of JavaScript, as text. */
  String ask(String expression) throws Exception {
    JsonNode answer = send("Runtime.evaluate", Map.of("expression", "String(" + expression + ")"));
    return answer.at("/result/value").asText();
  }

  /** Text that the page shows in an element. */
  String text(String selector) throws Exception {
    return ask("(document.querySelector('" + selector + "') || {}).innerText");
  }

  void dark() throws Exception {
    send(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
  }

  void picture(Path file) throws Exception {
    JsonNode answer = send("Page.captureScreenshot", Map.of("format", "png"));
    Files.write(file, Base64.getDecoder().decode(answer.get("data").asText()));
  }

  List<String> complaints() {
    return complaints;
  }

  private JsonNode send(String method, Map<String, Object> parameters) throws Exception {
    int id = ids.incrementAndGet();
    var answer = new CompletableFuture<JsonNode>();
    open.put(id, answer);
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    socket.sendText(message.toString(), true).join();
    JsonNode got = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(got.has("error")).as("%s: %s", method, got).isFalse();
    return got.get("result");
  }

  @Override
  public void close() {
    socket.abort();
    process.destroy();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(e -> null).join();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        take(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void take(String message) {
      try {
        JsonNode json = JSON.readTree(message);
        String method = json.path("method").asText();
        if (json.has("id")) {
          open.remove(json.get("id").asInt()).complete(json);
        } else if (method.equals("Runtime.exceptionThrown")) {
          complaints.add(json.get("params").toString());
        } else if (method.equals("Log.entryAdded")
            && !json.at("/params/entry/source").asText().equals("network")) {
          complaints.add(json.get("params").toString());
        }
      } catch (IOException e) {
        complaints.add("not JSON: " + message);
      }
    }
  }
}
