package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import javax.transaction.Status;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.Update;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;

/** What becomes of a bean that another one called, as the copies and its own server have it. */
class InnerDecisionsTest {
  private final Members members = new Members();
  private final SessionId outer = new SessionId(UUID.randomUUID(), 1);
  private final SessionId inner = new SessionId(UUID.randomUUID(), 7);
  private final ContainerServer a = new ContainerServer(members);
  private final ContainerServer b = new ContainerServer(members);
  private final Instance outerBean = new Instance();
  private final Instance innerBean = new Instance();

  @AfterEach
  void stop() {
    members.close();
  }

  private boolean callBoth(int number) {
    RequestId request = a.begin(outer, number);
    a.called(request, inner, innerBean.with("inner " + number));
    a.called(request, outer, outerBean.with("outer " + number));
    return a.end(request, number, true);
  }

  private String innerAtB() {
    Instance restored = new Instance();
    b.give(inner, restored);
    return restored.state;
  }

  /** Eight replies are kept; the copies hear of a decision a second later at most. */
  @Test
  void shouldKeepWhatAnInnerBeanDidThoughManyRequestsThatDoNotCallItComeQuicklyAfterIt() {
    assertThat(callBoth(0)).isTrue();
    for (int number = 1; number <= 12; number++) {
      a.call(outer, number, outerBean.with("outer " + number), number);
    }
    members.crash(a.group);
    assertThat(b.again(b.begin(outer, 13), new Instance())).isNull();
    assertThat(innerAtB()).isEqualTo("inner 0");
  }

  @Test
  void shouldTakeBackWhatAnInnerBeanDidWhenTheRequestEndsInASystemExceptionElsewhere()
      throws PropagationException {
    callBoth(0);
    callBoth(1);
    var halfway = Optional.of(Ids.request(new RequestId(outer, 2), 0));
    Admission admission = a.group.propagation().admit(Ids.session(inner), halfway);
    byte[] state = "inner 2".getBytes(StandardCharsets.UTF_8);
    ((Admission.Granted) admission).call().prepare(Update.state(state, ReplyCodec.nothing()), true);
    members.crash(a.group);
    RequestId request = b.begin(outer, 2);
    Instance restored = new Instance();
    assertThat(b.again(request, restored)).isNull();
    b.called(request, outer, restored.with("broken"));
    b.manager.addResponse(request, null);
    b.transactions.end(Status.STATUS_ROLLEDBACK);
    b.begin(new SessionId(UUID.randomUUID(), 2), 0);
    assertThat(innerAtB()).isEqualTo("inner 1");
  }

  /** The bean that called it catches the exception, and goes on. */
  @Test
  void shouldGoOnWithABeanWhoseTransactionOfItsOwnFailedToCommit() {
    callBoth(0);
    RequestId request = a.begin(outer, 1);
    a.called(request, inner, innerBean.with("inner 1"));
    assertThat(a.complete(request, false)).isFalse();
    a.transactions.begin();
    a.called(request, outer, outerBean.with("outer 1"));
    assertThat(a.end(request, 1, true)).isTrue();

    RequestId next = a.begin(outer, 2);
    a.called(next, inner, innerBean.with("inner 2"));
    assertThat(a.complete(next, true)).as("its next transaction").isTrue();
    a.transactions.begin();
    a.called(next, outer, outerBean.with("outer 2"));
    assertThat(a.end(next, 2, true)).isTrue();
  }

  @Test
  void shouldReplicateABeanThatIsCreatedWithTheIdOfOneRemovedInTheSameRequest() {
    callBoth(0);
    RequestId request = a.begin(outer, 1);
    a.removed(request, inner);
    innerBean.bctx = new Object();
    a.called(request, inner, innerBean.with("its successor"));
    a.called(request, outer, outerBean.with("outer 1"));
    assertThat(a.end(request, 1, true)).isTrue();
    members.crash(a.group);
    assertThat(b.again(b.begin(outer, 2), new Instance())).isNull();
    assertThat(innerAtB()).isEqualTo("its successor");
  }

  /** The container asks for the state of a local bean before each call of it. */
  @Test
  void shouldNotGiveTheStateOfARemovedBeanToItsSuccessorInARequestThatIsSentAgain() {
    callBoth(0);
    members.crash(a.group);
    RequestId request = b.begin(outer, 1);
    assertThat(b.again(request, new Instance())).isNull();
    assertThat(innerAtB()).isEqualTo("inner 0");
    b.removed(request, inner);
    Instance successor = new Instance().with("its successor");
    b.called(request, inner, successor);
    b.give(inner, successor);
    assertThat(successor.state).isEqualTo("its successor");
  }

  @Test
  void shouldNotUndoWhatARequestHasDoneWhenAnotherServerTakesTheInnerBeanOver()
      throws PropagationException {
    callBoth(0);
    RequestId request = b.begin(outer, 1);
    assertThat(b.again(request, new Instance())).isNull();
    Instance restored = new Instance();
    b.give(inner, restored);
    b.called(request, inner, restored.with("inner 1"));
    Admission elsewhere = a.group.propagation().admit(Ids.session(inner), Optional.empty());
    ((Admission.Granted) elsewhere).call().close();
    b.give(inner, restored);
    assertThat(restored.state).isEqualTo("inner 1");
  }
}
