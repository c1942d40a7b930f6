package org.g2cl.cmi.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, through a kill. */
class PageTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CARTS = 4;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  @Test
  @SuppressWarnings("try") // one node is closed in the middle
  void shouldStayRightThroughAKill() throws Exception {
    Optional<Path> program = Browser.installed();
    assumeTrue(
        program.isPresent(),
        "no Chromium on the PATH (Debian: apt-get install chromium): the page is not looked at");
    String group = "page-" + UUID.randomUUID();
    Port port = Port.free();
    try (HaService a =
            HaService.start(
                Carts.settings("jgroups", group, "a", 1)
                    .set(HaSetting.BIND_PORT, port.number())
                    .build());
        NodeProcess b = NodeProcess.start(group, "b", 2, port.address(), CARTS);
        NodeProcess c = NodeProcess.start(group, "<c>", 3, port.address(), 1);
        Browser browser = Browser.start(program.get(), folder)) {
      browser.open(URI.create(a.figures().page()));
      shows(browser, "#members", "3");
      shows(browser, "#views", "one");
      shows(browser, "#sessions", "" + (CARTS + 1));
      shows(browser, "#missing", "0");
      shows(browser, row(1) + " td:nth-child(3)", "ready, coordinator");
      shows(browser, row(2) + " td:nth-child(5)", "" + CARTS);
      shows(browser, row(3) + " th", "<c>");

      b.kill();
      for (int cart = 0; cart < CARTS; cart++) {
        Carts.write(a, "b-" + cart, "after-" + cart);
      }

      shows(browser, "#members", "2");
      shows(browser, "#take-overs", "" + CARTS);
      shows(browser, "#take-overs + span", "take-overs");
      shows(browser, "#sessions", "" + (CARTS + 1));
      shows(browser, "#missing", "0");
      shows(browser, row(1) + " td:nth-child(10)", "" + CARTS);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(browser.text(row(2))).contains("gone since");
                String events = browser.text("#events");
                assertThat(events).contains("2 nodes: each sees 2 members, b failed");
                assertThat(Carts.takenOver(events)).isEqualTo(CARTS);
              });
      assertThat(browser.ask("document.querySelectorAll('#nodes tr').length")).isEqualTo("3");
      assertThat(browser.text("#alarm")).isEmpty();

      String light = background(browser);
      browser.dark();
      assertThat(background(browser)).isNotEqualTo(light);
      browser.picture(folder.resolve("page.png"));

      a.close();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(browser.text("#alarm"))
                      .contains("does not answer since", "Other pages:", "<c>"));
      heardNobodyAtLast(browser);
      assertThat(browser.text("#alarm a")).isEqualTo("<c>");
      browser.open(URI.create(browser.ask("document.querySelector('#alarm a').href")));
      shows(browser, "#members", "1");
      assertThat(browser.complaints()).as("errors of the page").isEmpty();
      assertThat(Files.size(folder.resolve("page.png"))).isPositive();
      assertThat(c).isNotNull();
    }
  }

  /** As when the node's last answer was given after it had left its group. */
  private static void heardNobodyAtLast(Browser browser) throws Exception {
    browser.ask("(nodes.forEach(node => { node.answers = false; }), alarm())");
  }

  private static String row(int number) {
    return "#nodes tr[data-location=\"" + Carts.location(number) + "\"]";
  }

  private static String background(Browser browser) throws Exception {
    return browser.ask("getComputedStyle(document.body).backgroundColor");
  }

  private static void shows(Browser browser, String selector, String text) {
    await(selector)
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(browser.text(selector)).isEqualTo(text));
  }
}
