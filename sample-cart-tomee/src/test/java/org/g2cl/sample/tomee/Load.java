package org.g2cl.sample.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** Shoppers who use one shop at the same time, each by an {@code ab} of its own. */
final class Load {
  private static final int CLIENTS = 6;
  private static final int REQUESTS = 150;
  private static final Pattern STEPS = Pattern.compile("\"steps\":\\s*(\\d+)");
  private static final Pattern CHECKOUTS = Pattern.compile("\"acknowledgedCheckouts\":\\s*(\\d+)");

  private final List<Browser> browsers = new ArrayList<>();
  private final List<Ab> runs = new ArrayList<>();

  static Load on(String shop, Path folder) throws Exception {
    var load = new Load();
    for (int i = 0; i < CLIENTS; i++) {
      load.browsers.add(Browser.open(shop));
    }
    for (Browser browser : load.browsers) {
      load.runs.add(Ab.start(browser, REQUESTS, folder));
    }
    return load;
  }

  /** Returns when each cart has been used for a while. */
  void awaitMiddle() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(3))
        .untilAsserted(
            () -> {
              for (Browser browser : browsers) {
                assertThat(number(STEPS, browser.get("/shop/audit"))).isGreaterThan(REQUESTS / 5);
              }
            });
  }

  /** Waits for the end and fails when a request failed or a cart was harmed; gives the orders. */
  int checkedOut() throws Exception {
    for (Ab run : runs) {
      assertThat(run.await())
          .contains("Complete requests:      " + REQUESTS)
          .contains("Failed requests:        0")
          .doesNotContain("Non-2xx responses");
    }
    int orders = 0;
    for (Browser browser : browsers) {
      String audit = browser.get("/shop/audit").replaceAll("\\s", "");
      assertThat(audit)
          .contains("\"lostUpdates\":0,", "\"duplicateUpdates\":0,", "\"failedSteps\":0,");
      orders += number(CHECKOUTS, audit);
    }
    return orders;
  }

  private static int number(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return Integer.parseInt(found.group(1));
  }
}
