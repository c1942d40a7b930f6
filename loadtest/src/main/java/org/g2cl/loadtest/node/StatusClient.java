package org.g2cl.loadtest.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks nodes for their status. Thread-safe. */
public final class StatusClient {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /**
   * Status of the node with this status port of 127.0.0.1; empty when it does not answer within 3
   * s.
   */
  public Optional<NodeStatus> ask(int statusPort) {
    return ask("127.0.0.1", statusPort);
  }

  /** Status of the node at this address; empty when it does not answer within 3 s. */
  public Optional<NodeStatus> ask(String host, int statusPort) {
    return ask(URI.create("http://" + host + ":" + statusPort + "/status"));
  }

  /** Status behind this address; empty when it does not answer within 3 s. */
  public Optional<NodeStatus> ask(URI address) {
    return ask(address, NodeStatus.class);
  }

  /**
   * Last events of the group of the node at this address, the newest first; empty when it does not
   * answer within 3 s, or is in no group.
   */
  public List<GroupEvent> events(String host, int statusPort) {
    return ask(URI.create("http://" + host + ":" + statusPort + "/group"), GroupEvent.Answer.class)
        .map(GroupEvent.Answer::events)
        .orElse(List.of());
  }

  private <T> Optional<T> ask(URI address, Class<T> type) {
    HttpRequest request = HttpRequest.newBuilder(address).timeout(PATIENCE).build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      return response.statusCode() == 200
          ? Optional.of(JSON.readValue(response.body(), type))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
