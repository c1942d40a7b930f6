package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.g2cl.cmi.tomee.errand.Errand;
import org.g2cl.cmi.tomee.store.Death;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErrandFailoverTest {
  @TempDir Path folder;

  /** What each field answers at the first node, and then at the other one. */
  private static final Map<String, String[]> FIELDS =
      Map.of(
          "rates", new String[] {"3", "3"},
          "tally", new String[] {"1", "2"},
          "transientTally", new String[] {"1", "1"},
          "tool", new String[] {"used", "used"},
          "event", new String[] {"heard", "heard"},
          "injectedPrices", new String[] {"3", "3"},
          "injectedJournal", new String[] {"1", "2"},
          "journal", new String[] {"1", "2"},
          "context", new String[] {"false", "false"},
          "held", new String[] {"3", "3"});

  @Test
  void shouldUseWhatWasInjectedAtTheOtherNodeWhenOneIsKilled() throws Exception {
    try (BasketPair nodes = BasketPair.start(folder, Application.ERRAND, Death.NONE)) {
      var atA = new EjbdClient(nodes.a().location(), "ErrandRemote", Errand.class);
      var atB = new EjbdClient(nodes.b().location(), "ErrandRemote", Errand.class);
      String errand = atA.create(EjbdClient.newId());
      for (var field : FIELDS.entrySet()) {
        assertThat(atA.call(errand, "use", field.getKey())).isEqualTo(field.getValue()[0]);
      }
      Object before = atA.call(errand, "escort");

      nodes.a().kill();
      awaitTakeOver(atB, errand);

      for (var field : FIELDS.entrySet()) {
        assertThat(atB.call(errand, "use", field.getKey()))
            .as(field.getKey())
            .isEqualTo(field.getValue()[1]);
      }
      assertThat((String) before).startsWith("rates=3 tally=11 price=3 rollbackOnly=false");
      assertThat((String) atB.call(errand, "escort"))
          .startsWith("rates=3 tally=23 price=3 rollbackOnly=false");
    }
  }

  private static void awaitTakeOver(EjbdClient client, String errand) {
    String id = EjbdClient.newId();
    Awaitility.await("session taken over")
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(() -> client.repeat(id, errand, "use", "shop"), "true"::equals);
  }
}
