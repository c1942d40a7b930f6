package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.rmi.NoSuchObjectException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.Ticket;
import org.g2cl.cmi.tomee.shop.TicketBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** From the annotation to the group that drops the session, and back to the client. */
class StatefulTimeoutTest {
  private static final Duration WAIT = Duration.ofSeconds(30);

  @RegisterExtension static final AloneNode NODE = new AloneNode();

  @Test
  void shouldDropASessionThatWasNotCalledForAsLongAsItsBeanSaysAndNoOther() throws Exception {
    Basket basket = NODE.newBasket();
    basket.add("pen");
    EjbdClient tickets = new EjbdClient(NODE.location(), "TicketRemote", Ticket.class);
    int others = NODE.sessions();
    long begin = System.nanoTime();
    String ticket = tickets.create(EjbdClient.newId());
    assertThat(NODE.sessions()).isEqualTo(others + 1);

    Awaitility.await("a session dropped").atMost(WAIT).until(NODE::sessions, n -> n == others);

    assertThat(System.nanoTime() - begin)
        .isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(TicketBean.SECONDS));
    assertThatThrownBy(() -> tickets.call(ticket, "use")).isInstanceOf(NoSuchObjectException.class);
    assertThat(basket.items()).containsExactly("pen");
  }
}
