package org.g2cl.sample.cart.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.g2cl.cmi.client.ClientSetting;
import org.g2cl.sample.cart.CartDatabase;
import org.g2cl.sample.cart.WrittenOrder;
import org.g2cl.sample.cart.alone.ShopAlone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WebNodeTest {

  private static final String URL = "jdbc:h2:mem:web;DB_CLOSE_DELAY=-1";
  private static final String DEADLINE = ClientSetting.DEADLINE.key();
  private static ShopAlone shop;

  private final Browser browser = new Browser(shop.web().url());

  @BeforeAll
  static void openShop() throws Exception {
    shop = ShopAlone.start(URL, "sa", "", 0);
  }

  @AfterAll
  static void closeShop() {
    shop.close();
  }

  @Test
  void shouldShowTheProductsToANewcomerWithoutMakingASession() throws Exception {
    HttpResponse<String> page = browser.get("/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.uri().getPath()).isEqualTo("/shop");
    assertThat(page.body()).contains("P-001", "P-100", "Nothing in it yet", "web1");
    assertThat(page.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void shouldTakeAPersonFromTheShelfToTheOrder() throws Exception {
    assertThat(browser.post("/shop/insert", "product=P-001&quantity=2").body())
        .contains("Put 2 ×", "2 × 8.90 €", "17.80 €");
    browser.post("/shop/insert", "product=P-002&quantity=1");
    assertThat(browser.post("/shop/update", "product=P-002&quantity=3").body())
        .contains("3 × 12.90 €", "56.50 €");
    assertThat(browser.post("/shop/remove", "product=P-001").body())
        .contains("Took ", "38.70 €")
        .doesNotContain("2 × 8.90");

    HttpResponse<String> confirmation = browser.post("/shop/checkout", "");

    JsonNode audit = audit(browser);
    long order = audit.at("/checkouts/0/order").asLong();
    assertThat(confirmation.body())
        .contains("Your order has the number " + order + ", total 38.70 €", "Nothing in it yet");
    assertThat(ordersOf(audit)).containsExactly(new WrittenOrder(order, cartId(audit), 5, 3870));
    assertThat(browser.get("/shop").body()).doesNotContain("Your order has the number");
  }

  @Test
  void shouldTellAPersonWhatWasWrongAndKeepTheCart() throws Exception {
    browser.post("/shop/insert", "product=P-001&quantity=2");

    assertThat(browser.post("/shop/update", "product=P-001&quantity=many").body())
        .contains("The quantity &#39;many&#39; is not a whole number.");
    assertThat(browser.post("/shop/update", "product=P-001&quantity=1000").body())
        .contains("A quantity of 1000 is not possible");
    assertThat(browser.post("/shop/insert", "product=%3Cb%3E&quantity=1").body())
        .contains("&lt;b&gt;")
        .doesNotContain("product '<b>'");
    assertThat(browser.get("/shop").body()).contains("2 × 8.90 €");
    assertThat(audit(browser).at("/lastAcknowledgedSequence").asLong()).isEqualTo(1);
  }

  @Test
  void shouldGiveANewCartAfterLeaving() throws Exception {
    browser.post("/shop/insert", "product=P-001&quantity=2");
    String first = cartId(audit(browser));

    assertThat(browser.post("/shop/leave", "").body()).contains("Nothing in it yet");
    browser.post("/shop/insert", "product=P-001&quantity=1");

    assertThat(cartId(audit(browser))).isNotEqualTo(first);
  }

  @Test
  void shouldWalkTheScriptAndAgreeWithTheCartAfterwards() throws Exception {
    List<String> answers = new ArrayList<>();
    for (int step = 0; step <= 50; step++) {
      HttpResponse<String> answer = browser.get("/shop/step");
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      answers.add(answer.body().strip());
    }

    JsonNode audit = audit(browser);
    String cart = "cart=" + cartId(audit);
    assertThat(answers.get(0)).isEqualTo(cart + " sequence=0 step=open items=0");
    assertThat(answers.get(10)).isEqualTo(cart + " sequence=10 step=insert items=10");
    assertThat(answers.get(13)).isEqualTo(cart + " sequence=12 step=remove items=9");
    assertThat(answers.get(25)).startsWith(cart + " sequence=21 step=checkout items=0 order=");
    assertThat(audit.at("/steps").asInt()).isEqualTo(51);
    assertThat(audit.at("/failedSteps").asInt()).isZero();
    assertThat(audit.at("/acknowledgedWrites").asInt()).isEqualTo(42);
    assertThat(audit.at("/acknowledgedCheckouts").asInt()).isEqualTo(2);
    assertThat(audit.at("/cart/writesApplied").asInt()).isEqualTo(42);
    assertThat(audit.at("/cart/repeated").isArray()).isTrue();
    assertThat(audit.at("/cart/lastSequence").asInt()).isEqualTo(42);
    assertThat(audit.at("/cart/repeats").asInt() + audit.at("/cart/gaps").asInt()).isZero();
    assertThat(audit.at("/lostUpdates").asInt() + audit.at("/duplicateUpdates").asInt()).isZero();
    assertThat(ordersOf(audit)).extracting(WrittenOrder::sequence).containsExactly(21L, 42L);
  }

  @Test
  void shouldServeTheRequestsOfOneSessionOneAfterAnother() throws Exception {
    browser.get("/shop/step");
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      Callable<Integer> steps = () -> stepOften(20);
      for (Future<Integer> failures : threads.invokeAll(List.of(steps, steps, steps, steps))) {
        assertThat(failures.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }

    JsonNode audit = audit(browser);
    assertThat(audit.at("/steps").asInt()).isEqualTo(81);
    assertThat(audit.at("/cart/repeats").asInt() + audit.at("/cart/gaps").asInt()).isZero();
    assertThat(audit.at("/cart/writesApplied").asInt())
        .isEqualTo(audit.at("/acknowledgedWrites").asInt());
  }

  private int stepOften(int times) throws Exception {
    int failures = 0;
    for (int i = 0; i < times; i++) {
      failures += browser.get("/shop/step").statusCode() == 200 ? 0 : 1;
    }
    return failures;
  }

  @Test
  void shouldSayInASentenceThatTheBusinessTierCannotBeReached() throws Exception {
    System.setProperty(DEADLINE, "PT1S");
    try (WebNode lonely = WebNode.start(WebSettings.of("web9", "ejbd://127.0.0.1:9"))) {
      Browser visitor = new Browser(lonely.url());

      assertThat(visitor.get("/health").body()).isEqualTo("ready web9\n");
      HttpResponse<String> step = visitor.get("/shop/step");
      assertThat(step.statusCode()).isEqualTo(503);
      assertThat(step.body()).startsWith("The call 'open' of a new cart failed: ");
      HttpResponse<String> page = visitor.get("/shop");
      assertThat(page.statusCode()).isEqualTo(503);
      assertThat(page.headers().firstValue("Retry-After")).contains("5");
      assertThat(page.body()).contains("<title>", "The product list could not be read");
      assertThat(visitor.get("/shop/audit").statusCode()).isEqualTo(404);
    } finally {
      System.clearProperty(DEADLINE);
    }
  }

  @Test
  void shouldSayThatThePortIsTaken() {
    int taken = shop.web().port();

    assertThatThrownBy(
            () -> WebNode.start(WebSettings.of("web2", "ejbd://127.0.0.1:1").withPort(taken)))
        .isInstanceOf(WebNodeException.class)
        .hasMessageContaining("web2")
        .hasMessageContaining("127.0.0.1:" + taken)
        .hasMessageContaining("choose another port")
        .hasMessageContaining("the address must be one of this machine's");
  }

  @Test
  void shouldEndTheSessionCookieWithTheNodesName() throws Exception {
    assertThat(browser.get("/shop/step").headers().firstValue("Set-Cookie").orElse(""))
        .containsPattern("JSESSIONID=[0-9A-F]+\\.web1;")
        .contains("HttpOnly", "SameSite=Lax");
  }

  @Test
  void shouldRefuseAnUnknownPathAndAFormSentByGet() throws Exception {
    assertThat(browser.get("/shop/nothing").statusCode()).isEqualTo(404);
    assertThat(browser.get("/shop/checkout").statusCode()).isEqualTo(405);
  }

  @Test
  void shouldNameTheSettingThatIsWrong() {
    WebSettings good = WebSettings.of("web1", "ejbd://127.0.0.1:1");

    assertThatThrownBy(() -> good.withPort(70_000))
        .hasMessage("The web node's setting port is '70000'; it must be 0 to 65535.");
    assertThatThrownBy(() -> good.withScript(10, 10))
        .hasMessageContaining("stepsPerCycle is '10'; it must be more than items, 10");
  }

  private static JsonNode audit(Browser browser) throws Exception {
    HttpResponse<String> audit = browser.get("/shop/audit");
    assertThat(audit.statusCode()).as(audit.body()).isEqualTo(200);
    return new ObjectMapper().readTree(audit.body());
  }

  private static String cartId(JsonNode audit) {
    return audit.at("/cartId").asText();
  }

  private static List<WrittenOrder> ordersOf(JsonNode audit) {
    return CartDatabase.at(URL, "sa", "").orders().stream()
        .filter(order -> order.cartId().equals(cartId(audit)))
        .toList();
  }
}
