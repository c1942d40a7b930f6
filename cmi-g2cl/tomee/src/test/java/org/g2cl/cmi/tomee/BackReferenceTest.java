package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.shop.Knot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** States that refer back to a bean that is not serializable; each call is built from bytes. */
class BackReferenceTest {
  private static final byte JAVA = 1;
  private static final byte GRAPH = 2;

  private BasketNode shop;
  private EjbdClient client;
  private String knot;

  @BeforeEach
  void start() throws Exception {
    shop = new BasketNode(Application.CHEST);
    shop.memory().takeOverBeforeEachCall(true);
    client = new EjbdClient(shop.node.location(), "KnotRemote", Knot.class);
    knot = client.create(EjbdClient.newId());
  }

  @AfterEach
  void stop() {
    shop.close();
  }

  @Test
  void shouldTakeOverAStateThatRefersBackToTheBean() throws Exception {
    shop.group.reads(GRAPH);

    client.call(knot, "tie");

    assertThat(client.call(knot, "increment")).isEqualTo(2);
  }

  @Test
  void shouldWriteItThoughAnotherSessionOfTheBeanHasHeldWhatHasNoFormOfOurs() throws Exception {
    client.call(knot, "tie");
    String tiedLater = client.create(EjbdClient.newId());
    String speaking = client.create(EjbdClient.newId());
    client.call(speaking, "speak");
    assertThat(form(speaking)).isEqualTo(JAVA);

    assertThat(client.call(knot, "increment")).isEqualTo(2);
    client.call(tiedLater, "tie");
    assertThat(client.call(tiedLater, "increment")).isEqualTo(2);
    assertThat(client.call(speaking, "increment")).isEqualTo(3);
  }

  @Test
  void shouldHaveTheCallMadeAgainWhileAMemberHasNotAnnouncedThatItReadsSuchStates()
      throws Exception {
    shop.group.reads(JAVA);
    assertThat(client.call(knot, "increment")).isEqualTo(1);

    String request = EjbdClient.newId();
    assertThatThrownBy(() -> client.repeat(request, knot, "tie"))
        .isInstanceOf(RetryElsewhereException.class)
        .hasMessageContaining("KnotBean, which is not serializable")
        .hasMessageContaining(MemoryGroup.JOINER.toString())
        .hasMessageContaining("goes on with its state of before this call");
    assertThat(client.call(knot, "increment")).isEqualTo(2);

    shop.group.reads(GRAPH);
    client.repeat(request, knot, "tie");
    assertThat(client.call(knot, "increment")).as("tied once, from two on").isEqualTo(4);
  }

  /** The member could not read the copies that there are either. */
  @Test
  void shouldGoOnWithSuchAStateWhenAMemberJoinsThatHasNotAnnouncedYet() throws Exception {
    client.call(knot, "tie");

    shop.group.reads(JAVA);

    assertThat(client.call(knot, "increment")).isEqualTo(2);
    assertThat(form(knot)).isEqualTo(GRAPH);
    assertThat(client.call(knot, "increment")).isEqualTo(3);
  }

  /** Sent again it would be answered as if all of it held. */
  @Test
  void shouldTellTheCallerOfWhatACallHasLostThatHoldsItself() throws Exception {
    shop.group.reads(JAVA);
    String request = EjbdClient.newId();

    assertThatThrownBy(() -> client.repeat(request, knot, "tieAfterwards"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("its state of before afterCompletion, and the call holds");

    assertThat(client.repeat(request, knot, "tieAfterwards")).isEqualTo(1);
    assertThat(client.call(knot, "increment")).isEqualTo(2);
  }

  @Test
  void shouldRefuseForGoodWhatHasNoPlaceInEitherForm() throws Exception {
    client.call(knot, "tie");
    shop.group.reads(JAVA);

    assertThatThrownBy(() -> client.call(knot, "start"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("which is not serializable");

    assertThat(client.call(knot, "increment")).isEqualTo(2);
  }

  private byte form(String session) {
    return shop.memory().state(session)[0];
  }
}
