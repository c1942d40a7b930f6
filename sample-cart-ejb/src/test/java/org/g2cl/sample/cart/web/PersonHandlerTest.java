package org.g2cl.sample.cart.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.sample.cart.Product;
import org.g2cl.sample.cart.web.UnreliableCart.Fate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a person sees when a call fails, by stand-ins of a request and its session. */
class PersonHandlerTest {

  private final UnreliableCart cart = new UnreliableCart();
  private final Shopper shopper = new Shopper(() -> cart);
  private final Shelf shelf = new Shelf(() -> List.of(new Product("P-001", "pen", 100)));
  private final PersonHandler person = new PersonHandler("web1", shelf);
  private final Map<String, Object> attributes = new HashMap<>();

  @BeforeEach
  void visit() throws BusinessTierException {
    shelf.products();
    shopper.open();
  }

  @Test
  void shouldAnswer503WithAPageAndNoSecondCallWhenTheBusinessTierDoesNotAnswer() {
    cart.next(Fate.REQUEST_LOST);

    Answer answer = person.post(insert(), shopper);

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.contentType()).startsWith("text/html");
    assertThat(answer.body())
        .contains("The call &#39;insert with sequence 1&#39; of cart c failed: connection refused")
        .contains("It is open whether it took place", "P-001", "What is in it could not be read")
        .doesNotContain("Nothing in it yet");
    assertThat(shopper.lastCalls().get(1).kind()).isEqualTo("insert");
    assertThat(attributes).as("nothing is told twice").isEmpty();
  }

  @Test
  void shouldOfferANewCartWhenNoServerKnowsTheOldOne() {
    cart.next(Fate.GONE);

    Answer answer = person.post(insert(), shopper);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).contains("Begin a new cart").doesNotContain("It is open whether");
  }

  @Test
  void shouldSendTheBrowserToThePageWhenTheCallSucceeds() {
    assertThat(person.post(insert(), shopper).status()).isEqualTo(303);
    assertThat(person.page(insert(), shopper).body()).contains("Put 2 ×");
  }

  private HttpServletRequest insert() {
    Map<String, Object> answers =
        Map.of("getPathInfo", "/insert", "getSession", session(), "getParameter", "2");
    return standIn(HttpServletRequest.class, answers);
  }

  private HttpSession session() {
    return (HttpSession)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {HttpSession.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getId" -> "0123456789.web1";
                  case "getAttribute" -> attributes.get(arguments[0]);
                  case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
                  case "removeAttribute" -> attributes.remove(arguments[0]);
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  private <T> T standIn(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.get(method.getName())));
  }
}
