package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  void shouldRefuseItAtTheCallInTheFormThatCannotReadItAndGoOnWithTheStateOfBefore()
      throws Exception {
    shop.group.reads(JAVA);
    assertThat(client.call(knot, "increment")).isEqualTo(1);

    assertThatThrownBy(() -> client.call(knot, "tie"))
        .hasMessageContaining("KnotBean, which is not serializable");

    assertThat(client.call(knot, "increment")).isEqualTo(2);
  }
}
