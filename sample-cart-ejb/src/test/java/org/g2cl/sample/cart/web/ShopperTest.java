package org.g2cl.sample.cart.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ejb.EJBException;
import org.g2cl.sample.cart.web.UnreliableCart.Fate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShopperTest {

  private final UnreliableCart cart = new UnreliableCart();
  private final Shopper shopper = new Shopper(() -> cart);

  @BeforeEach
  void open() throws BusinessTierException {
    shopper.open();
  }

  @Test
  void shouldPassOnWhatTheBusinessTierSaysOfStateThatCannotBeSerialized() {
    String said =
        "bean Cart: CartBean.held is of class java.lang.Thread, which is not serializable";
    Shopper.Call<Integer> call =
        remote -> {
          throw new EJBException(said);
        };

    assertThatThrownBy(() -> shopper.read("read", call))
        .isInstanceOf(BusinessTierException.class)
        .hasMessageStartingWith("The call 'read' of cart ")
        .hasMessageEndingWith(": " + said);
  }

  @Test
  void shouldFindNothingWrongWithAGoodCart() throws Exception {
    write(Fate.GOOD);
    write(Fate.GOOD);

    requireVerdict(0, 0);
  }

  @Test
  void shouldFindTheAcknowledgedWriteThatTheCartForgot() throws Exception {
    write(Fate.GOOD);
    write(Fate.LOST);
    requireVerdict(1, 0);

    write(Fate.GOOD);
    requireVerdict(1, 0);
  }

  @Test
  void shouldFindTheWriteThatRanTwice() throws Exception {
    write(Fate.GOOD);
    write(Fate.DOUBLED);

    requireVerdict(0, 1);
  }

  @Test
  void shouldAllowAFailedWriteToHaveTakenPlaceOrNot() throws Exception {
    write(Fate.GOOD);
    fail(Fate.ANSWER_LOST);
    fail(Fate.REQUEST_LOST);
    write(Fate.GOOD);

    JsonNode audit = requireVerdict(0, 0);
    assertThat(audit.at("/failedSequences").toString()).isEqualTo("[2,3]");
    assertThat(audit.at("/failedSteps").asInt()).isEqualTo(2);
    assertThat(audit.at("/acknowledgedWrites").asInt()).isEqualTo(2);
    assertThat(audit.at("/lastFailure").asText())
        .isEqualTo("The call 'insert with sequence 3' of cart c failed: connection refused");
  }

  @Test
  void shouldSayThatTheCartIsGone() {
    cart.next(Fate.GONE);

    assertThatThrownBy(() -> shopper.write("insert", (c, sequence) -> c.insert(sequence, "P", 1)))
        .isInstanceOfSatisfying(
            BusinessTierException.class, e -> assertThat(e.cartGone()).isTrue());
  }

  @Test
  void shouldKeepTheLastTwoCalls() throws Exception {
    write(Fate.GOOD);
    shopper.read("contents", c -> c.contents().size());

    assertThat(shopper.lastCalls())
        .extracting(LastCall::kind)
        .containsExactly("insert", "contents");
  }

  private void write(Fate fate) throws Exception {
    cart.next(fate);
    shopper.write("insert", (c, sequence) -> c.insert(sequence, "P-001", 1));
  }

  private void fail(Fate fate) {
    assertThatThrownBy(() -> write(fate)).isInstanceOf(BusinessTierException.class);
  }

  private JsonNode requireVerdict(int lost, int duplicate) throws Exception {
    Answer answer = new AuditHandler("web1").audit(shopper);
    JsonNode audit = new ObjectMapper().readTree(answer.body());
    assertThat(audit.at("/lostUpdates").asInt()).as("lost: %s", answer.body()).isEqualTo(lost);
    assertThat(audit.at("/duplicateUpdates").asInt()).as(answer.body()).isEqualTo(duplicate);
    return audit;
  }
}
