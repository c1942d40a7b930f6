package org.g2cl.loadtest.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Client of the load: one session of the shop and so one cart.
 *
 * @param number its number, from 1
 * @param shop address of the shop
 * @param cookie its session's cookie, {@code JSESSIONID=…}
 */
public record Shopper(int number, String shop, String cookie) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern SESSION = Pattern.compile("JSESSIONID=[^;]+");
  private static final String STEP = "/shop/step";
  private static final String AUDIT = "/shop/audit";
  private static final int AB_PATIENCE = 30;

  /** More than one client gets answered in a run; ab sets memory aside for each. */
  private static final String MANY_REQUESTS = "200000";

  /**
   * Opens a session and its cart.
   *
   * @throws LoadException when the shop does not answer as it should
   */
  public static Shopper open(HttpClient http, String shop, int number) {
    HttpResponse<String> answer =
        send(
            http,
            HttpRequest.newBuilder(URI.create(shop + STEP)).header("X-Shopper", "open-" + number));
    String cookies = String.join("\n", answer.headers().allValues("Set-Cookie"));
    Matcher session = SESSION.matcher(cookies);
    if (answer.statusCode() != 200 || !session.find()) {
      throw new LoadException(
          "client "
              + number
              + " could not open a cart: status "
              + answer.statusCode()
              + ", "
              + answer.body().strip());
    }
    return new Shopper(number, shop, session.group());
  }

  /** Command line of ab for some requests of this client, one after the other. */
  public List<String> command(String ab, String phase, long requests) {
    return command(ab, phase, List.of("-n", Long.toString(requests)));
  }

  /** Command line of ab for requests of this client for so many seconds, one after the other. */
  public List<String> command(String ab, String phase, Duration length) {
    // the time first: it sets a number of requests, too
    return command(
        ab, phase, List.of("-t", Long.toString(length.toSeconds()), "-n", MANY_REQUESTS));
  }

  private List<String> command(String ab, String phase, List<String> amount) {
    List<String> command = new ArrayList<>(List.of(ab, "-q", "-k", "-l", "-r", "-c", "1"));
    command.addAll(List.of("-s", Integer.toString(AB_PATIENCE)));
    command.addAll(amount);
    command.addAll(List.of("-H", "X-Shopper: " + phase + "-" + number, "-C", cookie, shop + STEP));
    return command;
  }

  /** Does one step of this client; returns what the shop says. */
  public String step() {
    HttpResponse<String> answer = step(HttpClient.newHttpClient());
    return answer.statusCode() + " " + answer.body();
  }

  /**
   * Does one step of this client; the answer may be a refusal.
   *
   * @throws LoadException when there is no answer
   */
  public HttpResponse<String> step(HttpClient http) {
    return send(http, HttpRequest.newBuilder(URI.create(shop + STEP)).header("Cookie", cookie));
  }

  /** Asks the shop for the audit of this client's cart; the answer may be a refusal. */
  public HttpResponse<String> audit(HttpClient http) {
    return send(http, HttpRequest.newBuilder(URI.create(shop + AUDIT)).header("Cookie", cookie));
  }

  private static HttpResponse<String> send(HttpClient http, HttpRequest.Builder request) {
    try {
      return http.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new LoadException("the shop does not answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while waiting for the shop", e);
    }
  }
}
