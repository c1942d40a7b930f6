package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.naming.NamingException;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.g2cl.cmi.tomee.errand.Courier;
import org.g2cl.cmi.tomee.errand.LostException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every call is followed by a take-over, so that only what was replicated is seen. */
class AsynchronousCallTest {
  private static BasketNode shop;
  private static EjbdClient couriers;
  private String courier;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode(Application.ERRAND);
    couriers = new EjbdClient(shop.node.location(), "CourierRemote", Courier.class);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @BeforeEach
  void open() throws Exception {
    courier = couriers.create(EjbdClient.newId());
    shop.memory().takeOverBeforeEachCall(true);
  }

  @Test
  void shouldAnswerARepeatedRequestWithTheSameResult() throws Exception {
    String id = EjbdClient.newId();
    assertThat(couriers.repeat(id, courier, "deliver", false)).isEqualTo(1);
    assertThat(couriers.repeat(id, courier, "deliver", false)).isEqualTo(1);
    assertThat(couriers.call(courier, "delivered")).isEqualTo(1);
  }

  @Test
  void shouldAnswerARepeatedRequestWithTheSameApplicationException() throws Exception {
    String id = EjbdClient.newId();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> couriers.repeat(id, courier, "deliver", true))
          .isInstanceOf(LostException.class)
          .hasMessage("parcel 1");
    }
    assertThat(couriers.call(courier, "delivered")).isEqualTo(1);
  }

  @Test
  void shouldGiveTheResultToACallerInTheServersOwnJvm() throws Exception {
    Courier local = local();
    Future<Integer> first = local.deliver(false);
    assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo(1);
    assertThatThrownBy(() -> local.deliver(true).get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class);
    assertThat(local.delivered()).isEqualTo(2);
  }

  @Test
  void shouldKeepTheSessionWhenAResultIsAFailure() throws Exception {
    Courier local = local();

    assertThatThrownBy(() -> local.lose().get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(LostException.class);

    assertThat(local.delivered()).isEqualTo(1);
  }

  @Test
  void shouldKeepTheSessionWhenAResultIsCancelled() throws Exception {
    Courier local = local();

    assertThatThrownBy(() -> local.callOff().get(20, TimeUnit.SECONDS))
        .isInstanceOfAny(CancellationException.class, ExecutionException.class);

    assertThat(local.delivered()).isEqualTo(1);
  }

  @Test
  void shouldAnswerARepeatedRequestWithTheFailureThatWasItsResult() throws Exception {
    String id = EjbdClient.newId();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> couriers.repeat(id, courier, "lose"))
          .hasStackTraceContaining(LostException.class.getName() + ": parcel 1");
    }
    assertThat(couriers.call(courier, "delivered")).isEqualTo(1);
  }

  @Test
  void shouldLetOtherCallsInWhenAResultFailsAfterTheMethod() throws Exception {
    Courier local = local();

    assertThatThrownBy(() -> local.loseLater().get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class);

    assertThat(local.delivered()).isEqualTo(1);
  }

  @SuppressWarnings("BanJNDI") // a name of the server's, in this JVM
  private static Courier local() throws NamingException {
    return (Courier)
        SystemInstance.get()
            .getComponent(ContainerSystem.class)
            .getJNDIContext()
            .lookup("openejb/local/CourierRemote");
  }
}
