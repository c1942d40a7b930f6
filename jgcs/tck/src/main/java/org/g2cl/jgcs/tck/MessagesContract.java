package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceListener;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.UnsupportedServiceException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sending and receiving of one member, and what is refused. */
public abstract class MessagesContract extends ContractTest {
  private Member a;

  /** For the subclass of a binding. */
  protected MessagesContract() {}

  @BeforeEach
  void joinAlone() throws Exception {
    a = member("a");
    a.control().join();
  }

  @Test
  void shouldRefuseAForeignMessageAndGoOn() throws Exception {
    assertThatThrownBy(() -> a.data().multicast(new Foreign.AnyMessage(), null, null))
        .isExactlyInstanceOf(ClassCastException.class);
    shouldDeliverToItselfAtOnce();
  }

  @Test
  void shouldRefuseAForeignServiceAndGoOn() throws Exception {
    Message message = a.data().createMessage();
    Service foreign = new Foreign.AnyService("x");
    assertThatThrownBy(() -> a.data().multicast(message, foreign, null))
        .isExactlyInstanceOf(ClassCastException.class);
    shouldDeliverToItselfAtOnce();
  }

  @Test
  void shouldDeliverToItselfAtOnce() throws Exception {
    a.send(null, "hello");
    await("the message", () -> a.texts().equals(List.of("hello")));
    assertThat(a.senders()).containsExactly(a.address());
  }

  @Test
  void shouldTellTheServiceForTheContextOfTheListener() throws Exception {
    Object context = new Object();
    AtomicReference<Object> heardContext = new AtomicReference<>();
    AtomicReference<Service> heardService = new AtomicReference<>();
    a.data().setMessageListener(m -> context);
    a.data().setServiceListener(new Recorder(heardContext, heardService));
    a.send(ServiceNames.FIFO, "x");
    await("the service", () -> heardService.get() != null);
    assertThat(heardContext.get()).isSameAs(context);
    Service asked = a.protocol().lookupService(ServiceNames.FIFO);
    assertThat(heardService.get().satisfies(asked)).isTrue();
  }

  @Test
  void shouldTellNoServiceWhenTheListenerReturnsNothing() throws Exception {
    AtomicReference<Object> heardContext = new AtomicReference<>();
    a.data().setServiceListener(new Recorder(heardContext, new AtomicReference<>()));
    a.send(ServiceNames.FIFO, "x");
    await("the message", () -> a.texts().size() == 1);
    assertThat(heardContext.get()).isNull();
  }

  @Test
  void shouldReportAFailingListenerAndGoOn() throws Exception {
    List<GroupException> heard = new CopyOnWriteArrayList<>();
    a.control().setExceptionListener(heard::add);
    a.data()
        .setMessageListener(
            m -> {
              throw new IllegalStateException("thrown by the test");
            });
    sendOneOfEachService();
    await("four reports", () -> heard.size() == 4);
    assertThat(heard.get(0)).hasRootCauseMessage("thrown by the test");
  }

  @Test
  void shouldGoOnWhenTheListenerThatIsToldOfAFailureFailsAsWell() throws Exception {
    List<Message> heard = new CopyOnWriteArrayList<>();
    a.control()
        .setExceptionListener(
            e -> {
              throw new IllegalStateException("thrown by the test, too");
            });
    a.data()
        .setMessageListener(
            m -> {
              heard.add(m);
              throw new IllegalStateException("thrown by the test");
            });
    for (int messages = 4; messages <= 8; messages += 4) {
      int wanted = messages;
      sendOneOfEachService();
      Awaitility.await(wanted + " messages")
          .atMost(deadline())
          .dontCatchUncaughtExceptions()
          .until(() -> heard.size() == wanted);
    }
  }

  private void sendOneOfEachService() throws IOException {
    for (String service :
        List.of(
            ServiceNames.BEST_EFFORT,
            ServiceNames.UNORDERED,
            ServiceNames.FIFO,
            ServiceNames.TOTAL_ORDER)) {
      a.send(service, "x");
    }
  }

  @Test
  void shouldOrderItsServicesByStrength() throws Exception {
    Service unordered = a.protocol().lookupService(ServiceNames.UNORDERED);
    Service fifo = a.protocol().lookupService(ServiceNames.FIFO);
    Service total = a.protocol().lookupService(ServiceNames.TOTAL_ORDER);
    assertThat(total.satisfies(fifo) && fifo.satisfies(unordered)).isTrue();
    assertThat(fifo.satisfies(fifo)).isTrue();
    assertThat(unordered.satisfies(fifo) || fifo.satisfies(total)).isFalse();
    assertThatThrownBy(() -> fifo.satisfies(new Foreign.AnyService("x")))
        .isInstanceOf(ClassCastException.class);
  }

  @Test
  void shouldRefuseAnUnknownServiceNameWithAList() {
    assertThatThrownBy(() -> a.protocol().lookupService("no-such"))
        .isInstanceOf(UnsupportedServiceException.class)
        .hasMessageContaining("no-such")
        .hasMessageContaining(ServiceNames.FIFO);
  }

  private record Recorder(AtomicReference<Object> context, AtomicReference<Service> service)
      implements ServiceListener {
    @Override
    public Object onMessage(Message message) {
      return null;
    }

    @Override
    public void onServiceEnsured(Object heardContext, Service heardService) {
      context.set(heardContext);
      service.set(heardService);
    }
  }
}
