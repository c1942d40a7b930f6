package org.g2cl.sample.tomee;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A shopper's browser: one HTTP session with one cart. */
final class Browser {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Pattern SESSION = Pattern.compile("JSESSIONID=[^;]+");

  private final String shop;
  private final String cookie;

  private Browser(String shop, String cookie) {
    this.shop = shop;
    this.cookie = cookie;
  }

  /** Opens a cart. */
  static Browser open(String shop) throws IOException, InterruptedException {
    HttpResponse<String> answer = get(shop + "/shop/step", "");
    Matcher session = SESSION.matcher(answer.headers().firstValue("Set-Cookie").orElse(""));
    if (answer.statusCode() != 200 || !session.find()) {
      throw new IOException(shop + " answers " + answer.statusCode() + ": " + answer.body());
    }
    return new Browser(shop, session.group());
  }

  String cookie() {
    return cookie;
  }

  String url(String path) {
    return shop + path;
  }

  String get(String path) throws IOException, InterruptedException {
    return get(url(path), cookie).body();
  }

  private static HttpResponse<String> get(String url, String cookie)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(60));
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
