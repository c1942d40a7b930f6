package org.g2cl.loadtest.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.load.LoadException;
import org.g2cl.loadtest.load.Shopper;

/** Gathers what the audit needs: each client's ledger and cart, from the shop. */
public final class Collector {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ATTEMPTS = 3;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final List<Ledger> ledgers = new ArrayList<>();
  private final Map<Long, Long> lostCarts = new HashMap<>();
  private final List<String> refusals = new ArrayList<>();

  /**
   * Asks for the cart of a client.
   *
   * @param answers good answers that the client got, all lost when its cart cannot be read
   */
  public void collect(Shopper shopper, long answers) {
    String refusal = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        HttpResponse<String> answer = shopper.audit(http);
        if (answer.statusCode() == 200) {
          ledgers.add(JSON.readValue(answer.body(), Ledger.class));
          return;
        }
        refusal = "status " + answer.statusCode() + ", " + answer.body().strip();
      } catch (LoadException | JsonProcessingException e) {
        refusal = e.getMessage();
      }
    }
    lostCarts.put((long) shopper.number(), answers);
    refusals.add("client " + shopper.number() + ": " + refusal);
  }

  /** Audit of all that was collected. */
  public Audit audit(List<OrderRow> orders) {
    return new Audit(ledgers, lostCarts, orders);
  }

  /** The carts that could be read. */
  public List<Ledger> ledgers() {
    return List.copyOf(ledgers);
  }

  /** Why carts could not be read. */
  public List<String> refusals() {
    return List.copyOf(refusals);
  }
}
