package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;

/** Replicated beans that a replicated bean calls, as JOnAS 5.2.3's container tells of them. */
class InnerBeansTest {
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

  /** Both are called and changed. */
  private boolean callBoth(int number, boolean commits) {
    RequestId request = a.begin(outer, number);
    a.called(request, inner, innerBean.with("inner " + number));
    a.called(request, outer, outerBean.with("outer " + number));
    return a.end(request, number, commits);
  }

  /** Its client asks b for the request. */
  private RequestId askAgain(int number) {
    RequestId request = b.begin(outer, number);
    Instance restored = new Instance();
    assertThat(b.again(request, restored)).isNull();
    assertThat(restored.state).startsWith("outer");
    return request;
  }

  /** The container asks for the state of a local bean before each call of it. */
  @Test
  void shouldKeepWhatAnInnerBeanHasDoneInTheRequestThatIsSentAgain() {
    callBoth(0, true);
    members.crash(a.group);
    RequestId request = askAgain(1);
    Instance restored = new Instance();
    b.give(inner, restored);
    assertThat(restored.state).isEqualTo("inner 0");
    b.called(request, inner, restored.with("inner 1"));
    b.give(inner, restored);
    assertThat(restored.state).as("called twice").isEqualTo("inner 1");
  }

  @Test
  void shouldNotTouchAnInnerBeanOfTheSessionWhenItsClientOnceMetAFailedServer() {
    callBoth(0, true);
    RequestId request = a.begin(outer, 1);
    assertThat(a.again(request, outerBean)).isNull();
    a.give(inner, innerBean);
    a.called(request, inner, innerBean.with("inner 1"));
    a.give(inner, innerBean);
    a.called(request, inner, innerBean.with(innerBean.state + ", twice"));
    a.called(request, outer, outerBean.with("outer 1"));
    assertThat(a.end(request, 1, true)).isTrue();
    members.crash(a.group);
    askAgain(2);
    Instance restored = new Instance();
    b.give(inner, restored);
    assertThat(restored.state).isEqualTo("inner 1, twice");
  }

  @Test
  void shouldRefuseAnInnerBeanThatTheContainerHasMadeAnewAndOfWhichThereIsNoCopy() {
    a.call(outer, 0, outerBean.with("outer 0"), 0);
    RequestId request = askAgain(1);
    assertThatThrownBy(() -> b.give(inner, new Instance()))
        .isInstanceOf(Error.class)
        .hasMessageContaining("session " + inner)
        .hasMessageContaining("there is no copy of it, though another bean called it before");
    Instance created = new Instance();
    b.called(request, inner, created.with("just created"));
    b.give(inner, created);
    assertThat(created.state).isEqualTo("just created");
  }

  @Test
  void shouldCallAnInnerBeanThatWasCreatedWithTheBeanWhichIsNotCalledYet() {
    RequestId failed = a.begin(outer, 0);
    a.called(failed, outer, new Instance());
    assertThat(a.end(failed, 1, false)).as("commit").isFalse();
    RequestId request = b.begin(outer, 0);
    assertThat(b.again(request, new Instance())).isNull();
    Instance created = new Instance().with("created with it");
    b.give(inner, created);
    assertThat(created.state).isEqualTo("created with it");
  }

  /** The container uses a local bean's switch again, and with it the id of its session. */
  @Test
  void shouldReplicateABeanThatHasTheIdOfARemovedOne() {
    callBoth(0, true);
    RequestId removal = a.begin(outer, 1);
    a.removed(removal, inner);
    a.called(removal, outer, outerBean.with("outer 1"));
    assertThat(a.end(removal, 1, true)).isTrue();
    innerBean.bctx = new Object();
    assertThat(callBoth(2, true)).as("with another bean of that id").isTrue();
    members.crash(a.group);
    askAgain(3);
    Instance restored = new Instance();
    b.give(inner, restored);
    assertThat(restored.state).isEqualTo("inner 2");
  }

  @Test
  void shouldReplicateABeanThatHasTheIdOfOneRemovedInATransactionOfItsOwn() {
    callBoth(0, true);
    RequestId removal = a.begin(outer, 1);
    a.removed(removal, inner);
    assertThat(a.complete(removal, true)).isTrue();
    innerBean.bctx = new Object();
    assertThat(callBoth(2, true)).as("with another bean of that id").isTrue();
  }

  @Test
  void shouldKeepWhatAnInnerBeanDidAtTheRemovalOfOneThatWasNeverReplicated() {
    RequestId creation = a.begin(outer, 0);
    a.called(creation, inner, innerBean.with("inner 0"));
    a.called(creation, outer, outerBean.with("outer 0"));
    assertThat(a.end(creation, 0, true)).isTrue();

    SessionId other = new SessionId(UUID.randomUUID(), 2);
    RequestId removal = a.begin(other, 0);
    a.called(removal, inner, innerBean.with("told by ejbRemove"));
    a.removed(removal, other);
    assertThat(a.end(removal, null, true)).isTrue();

    askAgain(1);
    Instance restored = new Instance();
    b.give(inner, restored);
    assertThat(restored.state).isEqualTo("told by ejbRemove");
  }

  @Test
  void shouldTakeBackWhatAnInnerBeanDidWhenItsServerDiesAfterACommitThatFailed() {
    callBoth(0, true);
    assertThat(callBoth(1, false)).isFalse();
    members.crash(a.group); // before it could say that the inner one's is taken back
    askAgain(1);
    Instance restored = new Instance();
    b.give(inner, restored);
    assertThat(restored.state).isEqualTo("inner 0");
  }

  @Test
  void shouldNotGoOnWithAnInnerBeanWhoseCallWasRolledBackWhenAnotherBeanCallsIt() {
    callBoth(0, true);
    assertThat(callBoth(1, false)).as("commit").isFalse();
    SessionId other = new SessionId(UUID.randomUUID(), 2);
    RequestId request = a.begin(other, 0);
    a.called(request, inner, innerBean.with(innerBean.state + ", and more"));
    a.called(request, other, new Instance());
    assertThat(a.end(request, null, true)).isFalse();
  }

  @Test
  void shouldAnswerTheLastOfManyCallsUnderOneNumberWhenAnotherBeanHasCalledSince() {
    for (int i = 0; i < 20; i++) { // application exceptions: the client does not count
      a.call(outer, 0, outerBean.with("outer, use " + i), i);
    }
    SessionId other = new SessionId(UUID.randomUUID(), 2);
    RequestId request = a.begin(other, 0);
    a.called(request, outer, outerBean.with("outer, called by another"));
    a.called(request, other, new Instance());
    assertThat(a.end(request, null, true)).isTrue();
    members.crash(a.group);
    assertThat(b.again(b.begin(outer, 0), new Instance())).isEqualTo(19);
  }
}
