package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.g2cl.cmi.tomee.errand.Badge;
import org.g2cl.cmi.tomee.errand.Errand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every call is followed by a take-over, so that each field is read from a state. */
class InjectionTest {
  private static BasketNode shop;
  private static EjbdClient errands;
  private String errand;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode(Application.ERRAND);
    errands = new EjbdClient(shop.node.location(), "ErrandRemote", Errand.class);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void open() throws Exception {
    shop.memory().takeOverBeforeEachCall(true);
    errand = errands.create(EjbdClient.newId());
  }

  @ParameterizedTest
  @CsvSource({
    "rates, 3, 3",
    "visit, 1, 1",
    "tally, 1, 2",
    "transientTally, 1, 1",
    "guardedTally, 1, 1",
    "guard, 1, 2",
    "tool, used, used",
    "logger, org.g2cl.cmi.tomee.errand.ErrandBean, org.g2cl.cmi.tomee.errand.ErrandBean",
    "event, heard, heard",
    "instance, 3, 3",
    "injectedPrices, 3, 3",
    "injectedJournal, 1, 2",
    "prices, 3, 3",
    "journal, 1, 2",
    "context, false, false",
    "shop, true, true",
    "held, 3, 3"
  })
  void shouldUseAFieldAfterATakeOverAsBefore(String field, String first, String second)
      throws Exception {
    assertThat(errands.call(errand, "use", field)).isEqualTo(first);
    assertThat(errands.call(errand, "use", field)).isEqualTo(second);
  }

  /** Such as an entry of the environment (env-entry), which is injected as a value. */
  @Test
  void shouldKeepTheValueThatABeanHasPutInPlaceOfAnInjectedOne() throws Exception {
    var badges = new EjbdClient(shop.node.location(), "BadgeRemote", Badge.class);
    String badge = badges.create(EjbdClient.newId());
    Object injected = badges.call(badge, "name");
    assertThat(injected).as("of the module").isNotNull();
    assertThat(badges.call(badge, "name")).as("injected again").isEqualTo(injected);

    badges.call(badge, "rename", "porter");

    assertThat(badges.call(badge, "name")).isEqualTo("porter");
  }

  @Test
  void shouldUseTheFieldsOfAnInterceptorAfterATakeOver() throws Exception {
    assertThat(errands.call(errand, "escort"))
        .isEqualTo("rates=3 tally=1 price=3 rollbackOnly=false shop=true");
    assertThat(errands.call(errand, "escort"))
        .isEqualTo("rates=3 tally=2 price=3 rollbackOnly=false shop=true");
  }

  @Test
  void shouldUseFieldsAfterATakeOverAlsoWhenStatesAreWrittenByJavaSerialization() throws Exception {
    shop.group.reads((byte) (StateGraphs.VERSION - 1));
    try {
      for (String count : List.of("1", "2")) {
        assertThat(errands.call(errand, "use", "tally")).isEqualTo(count);
        assertThat(errands.call(errand, "use", "injectedJournal")).isEqualTo(count);
        assertThat(errands.call(errand, "use", "rates")).isEqualTo("3");
        assertThat(errands.call(errand, "use", "held")).isEqualTo("3");
        assertThat(errands.call(errand, "use", "event")).isEqualTo("heard");
      }
      assertThat(shop.memory().state(errand)[0]).as("form").isNotEqualTo(StateGraphs.VERSION);
    } finally {
      shop.group.reads(StateGraphs.VERSION);
    }
  }
}
