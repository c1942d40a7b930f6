package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Stack;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.interceptor.HACurrent;

/** Beans that leave their thread interrupted, which is that of the client's connection. */
@SuppressWarnings("JdkObsolete") // CMI's own type is a Stack
class InterruptedBeanTest {
  private final Members members = new Members();
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final ContainerServer a = new ContainerServer(members);
  private final ContainerServer b = new ContainerServer(members);
  private final Instance bean = new Instance();

  @AfterEach
  void stop() {
    Interruption.forget();
    HACurrent.getHACurrent().setRequests(new Stack<>());
    members.close();
  }

  private RequestId executeInterrupted(int number, String state) {
    RequestId request = a.begin(session, number);
    a.called(request, session, bean.with(state));
    Thread.currentThread().interrupt();
    return request;
  }

  @Test
  void shouldBeExecutedOnceAndReplicated() {
    a.call(session, 0, bean.with("one"), 1);
    RequestId request = executeInterrupted(1, "two");
    assertThat(a.end(request, 2, true)).isTrue();
    a.call(session, 2, bean.with("three"), 3);

    members.crash(a.group);
    Instance restored = new Instance();
    assertThat(b.again(b.begin(session, 2), restored)).isEqualTo(3);
    assertThat(restored.state).isEqualTo("three");
  }

  @Test
  void shouldNotInterruptTheBeanOfTheConnectionsNextRequest() {
    RequestId request = executeInterrupted(0, "one");
    assertThat(a.end(request, 1, true)).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  /** The bean that called it may wait for that. */
  @Test
  void shouldFindTheThreadAsABeanWithATransactionOfItsOwnHasLeftIt() {
    RequestId request = a.begin(session, 0);
    a.called(request, new SessionId(UUID.randomUUID(), 7), new Instance().with("inner"));
    Thread.currentThread().interrupt();
    assertThat(a.complete(request, true)).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();

    a.transactions.begin();
    a.called(request, session, bean.with("one"));
    assertThat(a.end(request, 1, true)).isTrue();
    assertThat(b.again(b.begin(session, 0), new Instance())).isEqualTo(1);
  }

  @Test
  void shouldTakeSessionsOverOnAThreadThatAnEarlierRequestHasLeftInterrupted() {
    a.call(session, 0, bean.with("one"), 1);
    members.crash(a.group);
    Thread.currentThread().interrupt();
    Instance restored = new Instance();
    assertThat(b.again(b.begin(session, 1), restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
  }
}
