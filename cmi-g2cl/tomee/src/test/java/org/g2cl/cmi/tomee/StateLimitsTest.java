package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBException;
import java.util.List;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.shop.Chest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Large and deep states and replies: what is acknowledged can be read, while each call is built
 * from bytes.
 */
class StateLimitsTest {
  private static final byte JAVA = 1;

  private BasketNode shop;
  private EjbdClient client;
  private String chest;

  @BeforeEach
  void start() throws Exception {
    start(ContentLimits.defaults());
  }

  private void start(ContentLimits limits) throws Exception {
    shop = new BasketNode(Application.CHEST, limits);
    shop.memory().takeOverBeforeEachCall(true);
    client = new EjbdClient(shop.node.location(), "ChestRemote", Chest.class);
    chest = client.create(EjbdClient.newId());
  }

  private void startAgain(ContentLimits limits) throws Exception {
    shop.close();
    start(limits);
  }

  private byte form() {
    return shop.memory().state(chest)[0];
  }

  @AfterEach
  void stop() {
    shop.close();
  }

  @ParameterizedTest
  @ValueSource(bytes = {1, 2})
  void shouldTakeOverAnImage(byte form) throws Exception {
    shop.group.reads(form);

    client.call(chest, "holdBytes", 150_000);

    assertThat(client.call(chest, "bytes")).isEqualTo(150_000);
  }

  @ParameterizedTest
  @ValueSource(bytes = {1, 2})
  void shouldTakeOverAChainOfTwoHundred(byte form) throws Exception {
    shop.group.reads(form);

    client.call(chest, "holdChain", 200);

    assertThat(client.call(chest, "links")).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(bytes = {1, 2})
  void shouldTakeOverALargeMap(byte form) throws Exception {
    shop.group.reads(form);

    client.call(chest, "holdMap", 50_000);

    assertThat(client.call(chest, "entries")).isEqualTo(50_000);
  }

  @ParameterizedTest
  @ValueSource(bytes = {1, 2})
  void shouldTakeOverALongList(byte form) throws Exception {
    shop.group.reads(form);

    client.call(chest, "holdList", 320_000);

    assertThat(client.call(chest, "elements")).isEqualTo(320_000);
  }

  @ParameterizedTest
  @ValueSource(bytes = {1, 2})
  void shouldTakeOverAStateOverTheDefaultLimitWhenItWasRaised(byte form) throws Exception {
    startAgain(new ContentLimits(20 << 20, 8));
    shop.group.reads(form);

    client.call(chest, "holdBytes", 12 << 20);

    assertThat(form()).isEqualTo(form);
    assertThat(client.call(chest, "bytes")).isEqualTo(12 << 20);
  }

  @Test
  void shouldGiveALongResultAgain() throws Exception {
    String id = EjbdClient.newId();

    Object given = client.repeat(id, chest, "numbers", 150_000);

    assertThat((List<?>) given).hasSize(150_000);
    assertThat(client.repeat(id, chest, "numbers", 150_000)).isEqualTo(given);
    assertThat(client.call(chest, "given")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(bytes = {1, 2})
  void shouldTakeOverTheDeepestStateThatIsAcknowledged(byte form) throws Exception {
    shop.group.reads(form);
    int deepest = 0;
    for (int levels = StreamLimits.MAX_DEPTH - 5; levels < StreamLimits.MAX_DEPTH + 5; levels++) {
      if (isHeld(levels)) {
        deepest = levels;
        assertThat(client.call(chest, "levels")).isEqualTo(levels);
      }
    }

    assertThat(deepest).isBetween(StreamLimits.MAX_DEPTH - 3, StreamLimits.MAX_DEPTH);
    assertThat(client.call(chest, "levels")).as("goes on with").isEqualTo(deepest);
  }

  private boolean isHeld(int levels) throws Exception {
    try {
      client.call(chest, "holdNested", levels);
      return true;
    } catch (EJBException e) {
      assertThat(e)
          .hasMessageStartingWith("bean Chest: its state cannot be replicated: objects are nested")
          .hasMessageEndingWith(goesOn());
      return false;
    }
  }

  private String goesOn() {
    return "; session %s goes on with its state of before this call".formatted(chest);
  }

  @Test
  void shouldKeepToItsFormAfterAStateThatIsTooLargeForIt() throws Exception {
    startAgain(new ContentLimits(200_000, 8));

    client.call(chest, "holdText", 150_000);
    assertThat(form()).as("two bytes each here, one in Java").isEqualTo(JAVA);
    client.call(chest, "holdText", 15);

    assertThat(form()).isEqualTo(StateGraphs.VERSION);
  }

  @Test
  void shouldRefuseAResultThatIsTooLargeToBeKept() {
    int most = ContentLimits.defaults().replyBytes();

    assertThatThrownBy(() -> client.call(chest, "image", most))
        .isInstanceOf(EJBException.class)
        .hasMessageStartingWith("bean Chest: the result of class [B takes")
        .hasMessageContaining("over %d, which is what g2cl.max-state-bytes, 10485760", most)
        .hasMessageContaining("g2cl.replies-kept, 8, leave")
        .hasMessageEndingWith(goesOn());

    assertThat(given()).isEqualTo(0);
  }

  @Test
  void shouldGiveTheLargestResultAgain() throws Exception {
    int size = ContentLimits.defaults().replyBytes() - 100;
    String id = EjbdClient.newId();

    assertThat((byte[]) client.repeat(id, chest, "image", size)).hasSize(size);
    assertThat((byte[]) client.repeat(id, chest, "image", size)).hasSize(size);
    assertThat(given()).isEqualTo(1);
  }

  @Test
  void shouldRefuseAResultThatIsTooDeepToBeReadAgain() {
    assertThatThrownBy(() -> client.call(chest, "nested", StreamLimits.MAX_DEPTH + 5))
        .isInstanceOf(EJBException.class)
        .hasMessageStartingWith("bean Chest: the result of class java.util.ArrayList cannot be")
        .hasMessageContaining("objects are nested more than 250 deep")
        .hasMessageEndingWith(goesOn());

    assertThat(given()).isEqualTo(0);
  }

  @Test
  void shouldKeepTheBeginOfAnExceptionThatIsTooLarge() throws Exception {
    int characters = ContentLimits.defaults().replyBytes();
    String id = EjbdClient.newId();

    assertThatThrownBy(() -> client.repeat(id, chest, "complain", characters));

    assertThatThrownBy(() -> client.repeat(id, chest, "complain", characters))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("java.lang.IllegalArgumentException: xxx")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(2_001));
  }

  private Object given() {
    try {
      return client.call(chest, "given");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
