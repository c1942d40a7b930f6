package org.g2cl.cmi.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A client of the page's server. */
final class Http {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();

  private Http() {}

  static HttpResponse<String> send(String method, URI address) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(address)
            .timeout(Duration.ofSeconds(20))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  static HttpResponse<String> get(URI page, String path) throws Exception {
    return send("GET", page.resolve(path));
  }

  static JsonNode json(URI page, String path) throws Exception {
    return JSON.readTree(get(page, path).body());
  }

  static JsonNode parse(String text) throws IOException {
    return JSON.readTree(text);
  }

  /** Value of a figure of a node in the text of OpenMetrics. */
  static double metric(URI page, String name, String node) throws Exception {
    for (String line : get(page, "/metrics").body().split("\n", -1)) {
      if (line.startsWith(name + "{") && line.contains("node=\"" + node + "\"")) {
        return Double.parseDouble(line.substring(line.indexOf('}') + 1).trim());
      }
    }
    throw new AssertionError("no " + name + " of " + node + " in /metrics");
  }
}
