package org.g2cl.cmi.tomee;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.rmi.RemoteException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import org.g2cl.cmi.tomee.errand.Drawbridge;
import org.g2cl.cmi.tomee.shop.Gate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Instances that leave for those of a newer state, and are made of it. */
class ActivationTest {
  private static BasketNode shop;
  private static EjbdClient drawbridges;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode(Application.DRAWBRIDGE);
    drawbridges = new EjbdClient(shop.node.location(), "DrawbridgeRemote", Drawbridge.class);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @Test
  void shouldLetCallsOfOtherSessionsGoOnWhileAnInstanceIsPassivatedOrActivated() throws Exception {
    String basket = shop.newBasket();
    String drawbridge = drawbridges.create(EjbdClient.newId());
    drawbridges.call(drawbridge, "guard");
    shop.memory().replaceState(drawbridge, shop.memory().state(drawbridge));

    Future<Object> passing = async(() -> drawbridges.call(drawbridge, "pass"));

    for (int callbacks = 1; callbacks <= 2; callbacks++) {
      Gate.awaitVisitor();
      try {
        Future<Object> other = async(() -> shop.client.call(basket, "add", "pen"));
        assertThat(other.get(10, SECONDS)).isEqualTo(callbacks);
      } finally {
        Gate.open();
      }
    }
    assertThat(passing.get(20, SECONDS)).isEqualTo(1);
    drawbridges.call(drawbridge, "leaveUnguarded");
  }

  /** As any system exception of a bean. */
  @Test
  void shouldEndTheSessionWhoseActivationFails() throws Exception {
    String drawbridge = drawbridges.create(EjbdClient.newId());
    drawbridges.call(drawbridge, "wearOut");
    shop.memory().replaceState(drawbridge, shop.memory().state(drawbridge));

    assertThatThrownBy(() -> drawbridges.call(drawbridge, "pass"))
        .isInstanceOf(RemoteException.class)
        .hasStackTraceContaining("worn out");
    assertThat(shop.memory().holds(drawbridge)).isFalse();
  }

  private static Future<Object> async(Callable<Object> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call.call();
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        });
  }
}
