package org.g2cl.cmi.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.core.ThrowingRunnable;
import org.g2cl.cmi.core.GroupAddress;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.jgcs.local.LocalNetwork;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.MinorityException;
import org.g2cl.propagation.SessionCall;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was done to three nodes, beside the figures that tell of it. */
class TruthTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** So many that both backups get some. */
  private static final int CARTS = 20;

  private final LocalNetwork network = LocalNetwork.named("default");
  private final String group = "truth-" + UUID.randomUUID();
  private HaService a;
  private HaService b;
  private HaService c;

  @BeforeEach
  void start() {
    a = start("a", 1);
    b = start("b", 2);
    c = start("c", 3);
    soon(
        () -> {
          for (HaService node : List.of(a, b, c)) {
            tells(node, "GroupSize", 3);
            tells(node, "Primary", 1);
          }
        });
  }

  @AfterEach
  void close() {
    network.heal();
    List.of(c, b, a).forEach(HaService::close);
  }

  @Test
  void shouldCountTheViewsOfThoseThatComeAndGo() throws Exception {
    tells(a, "Views", 3);
    tells(b, "Views", 2);
    tells(c, "Views", 1);

    crash(c);

    soon(() -> tells(a, "GroupSize", 2));
    tells(a, "Views", 4);
    tells(b, "Views", 3);
  }

  @Test
  void shouldCountEachCopyThatIsMadeAgainAfterACrash() throws Exception {
    for (int cart = 0; cart < CARTS; cart++) {
      Carts.create(a, "cart-" + cart);
    }
    long lost = Figures.of(c, "CopiesHeld");
    assertThat(lost).isPositive();
    tells(b, "CopiesHeld", CARTS - lost);
    tells(a, "Repairs", 0);

    crash(c);

    soon(() -> tells(b, "CopiesHeld", CARTS));
    soon(() -> tells(a, "CopiesMissing", 0));
    tells(a, "Repairs", lost);
    tells(b, "Repairs", 0);
    tells(a, "Stalls", 0);
    tells(a, "Degraded", 0);
  }

  @Test
  void shouldCountAStallForABackupThatStaysSilent() throws Exception {
    Carts.create(a, "cart");
    HaService backup = Figures.of(b, "CopiesHeld") == 1 ? b : c;
    HaService next = backup == b ? c : b;
    network.block(GroupAddress.of(a), GroupAddress.of(backup));

    Carts.write(a, "cart", "r1");

    tells(a, "Stalls", 1);
    tells(next, "CopiesHeld", 1);
    tells(a, "Degraded", 0);
    tells(next, "Stalls", 0);
    Carts.write(a, "cart", "r2"); // which no longer waits for the silent one
    tells(a, "Stalls", 1);
    tells(a, "Calls", 3);
  }

  @Test
  void shouldCountWhatIsRefusedToAFormerOwner() throws Exception {
    Carts.create(a, "cart");
    try (SessionCall late = Carts.open(a, "cart", "r1")) {
      Carts.write(c, "cart", "r1");
      assertThatThrownBy(() -> Carts.end(late)).isInstanceOf(FencedException.class);
    }

    tells(a, "Fenced", 1);
    tells(b, "Fenced", 0);
    tells(c, "Fenced", 0);
    tells(c, "TakeOvers", 1);
    tells(c, "SessionsOwned", 1);
    tells(a, "SessionsOwned", 0);
  }

  @Test
  void shouldTellOfAMinorityAndOfTheCallsThatItDidNotTake() throws Exception {
    Carts.create(c, "cart");
    network.partition(List.of(GroupAddress.of(c)), List.of(GroupAddress.of(a), GroupAddress.of(b)));

    soon(() -> tells(c, "Primary", 0));
    for (int call = 1; call <= 3; call++) {
      assertThatThrownBy(() -> Carts.write(c, "cart", "r")).isInstanceOf(MinorityException.class);
      tells(c, "Refused", call);
    }
    tells(c, "Calls", 1);
    tells(c, "GroupSize", 1);
    soon(() -> tells(a, "Primary", 1));
    Carts.write(a, "cart", "r");
    tells(a, "TakeOvers", 1);
    tells(a, "Refused", 0);

    network.merge();

    for (HaService node : List.of(a, b, c)) {
      soon(() -> tells(node, "Primary", 1));
      soon(() -> tells(node, "GroupSize", 3));
      tells(node, "SessionsOwned", 0); // each is claimed anew by whoever is called
    }
    Carts.write(b, "cart", "r2");
    tells(b, "SessionsOwned", 1);
    tells(c, "Refused", 3);
  }

  private void crash(HaService node) {
    network.crash(GroupAddress.of(node));
  }

  private static void tells(HaService node, String attribute, long value) throws Exception {
    assertThat(Figures.of(node, attribute))
        .as("%s of %s", attribute, node.figures().name())
        .isEqualTo(value);
  }

  private static void soon(ThrowingRunnable assertion) {
    await().atMost(PATIENCE).untilAsserted(assertion);
  }

  private HaService start(String name, int number) {
    return HaService.start(
        Carts.settings("local", group, name, number)
            .set(HaSetting.LEAVE_TIMEOUT, "PT1S") // a crashed one waits for answers in vain
            .build());
  }
}
