package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Stack;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.interceptor.HACurrent;
import org.ow2.jonas.lib.ejb21.ha.JRepStatefulRemote;

/**
 * Answers that are cut off after the ids that CMI sends ahead of them; with JOnAS's own container a
 * server dies there in {@code CrashContract} of {@code sample-cart-jonas}.
 */
@SuppressWarnings("JdkObsolete") // CMI's own type is a Stack
class CutAnswersTest {
  private final Members members = new Members();
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final ContainerServer a = new ContainerServer(members);
  private final ContainerServer b = new ContainerServer(members);

  @BeforeEach
  void awaitForms() {
    for (ContainerServer server : List.of(a, b)) {
      await().until(() -> server.group.forms().everyMemberReads(MemberForms.ANSWERED_IDS));
    }
  }

  @AfterEach
  void stop() {
    HACurrent.getHACurrent().setRequests(new Stack<>());
    members.close();
  }

  private static Stack<RequestId> ids() {
    return HACurrent.getHACurrent().getRequests();
  }

  /** What the client has of ids when it has the head of the answer. */
  private RequestId idsAfterCall(int number, Instance bean, Object response) {
    RequestId request = a.begin(session, number);
    a.called(request, session, bean);
    a.manager.addResponse(request, response);
    assertThat(a.complete(request, true)).isTrue();
    ids().pop();
    return ids().isEmpty() ? null : ids().peek();
  }

  /** The client sends it again to the other server, whose container asks us. */
  private boolean asStatefulBean(RequestId... came) {
    arrive(came);
    return JRepStatefulRemote.hasResponse(b.manager, ids().peek());
  }

  private static void arrive(RequestId... came) {
    Stack<RequestId> ids = new Stack<>();
    ids.addAll(List.of(came));
    HACurrent.getHACurrent().setRequests(ids);
  }

  private RequestId request(int number) {
    return new RequestId(session, number);
  }

  @Test
  void shouldGiveTheStoredAnswerToWhatComesWithTheIdThatWentAhead() {
    RequestId came = idsAfterCall(0, new Instance().with("one"), 7);
    members.crash(a.group);
    assertThat(asStatefulBean(came)).isTrue();
    assertThat(ids()).containsExactly(request(0));
    b.give(session, new Instance());
    assertThat(JRepStatefulRemote.getResponse(b.manager)).isEqualTo(7);
    assertThat(ids()).as("what goes ahead of that answer").containsExactly(came);
  }

  @Test
  void shouldGiveTheAnswerToTheNextCallWhenThatIsCutOffAtTheSecondServer() {
    Instance bean = new Instance();
    RequestId before = idsAfterCall(0, bean.with("one"), 7);
    a.call(session, 1, bean.with("two"), 8);
    members.crash(a.group);
    assertThat(asStatefulBean(before, request(1))).isTrue();
    b.give(session, new Instance());
    assertThat(JRepStatefulRemote.getResponse(b.manager)).isEqualTo(8);
    assertThat(ids()).hasSize(1);
    assertThat(AnsweredIds.request(ids().peek())).isEqualTo(request(1));
  }

  @Test
  void shouldExecuteACallOfTheSameNumberAsOneWhoseAnswerTheClientHasHad() {
    RequestId before = idsAfterCall(0, new Instance().with("one"), null); // an exception
    assertThat(asStatefulBean(before, request(0))).as("another call").isFalse();
    Instance restored = new Instance();
    b.give(session, restored);
    assertThat(restored.state).isEqualTo("one");
    b.transactions.begin();
    b.called(request(0), session, restored.with("two"));
    assertThat(b.end(request(0), 2, true)).isTrue();
    assertThat(a.again(a.begin(session, 0), new Instance())).as("the last use").isEqualTo(2);
  }

  @Test
  void shouldGiveTheAnswerToACallOfTheSameNumberWhoseOwnAnswerTheClientHasNotHad() {
    Instance bean = new Instance();
    RequestId before = idsAfterCall(0, bean.with("one"), null); // an exception
    RequestId second = idsAfterCall(0, bean.with("two"), 2);
    assertThat(AnsweredIds.use(before)).isZero();
    assertThat(AnsweredIds.use(second)).isEqualTo(1);
    assertThat(asStatefulBean(before, request(0))).isTrue();
    b.give(session, new Instance());
    assertThat(JRepStatefulRemote.getResponse(b.manager)).isEqualTo(2);
    assertThat(ids()).containsExactly(second);
  }

  @Test
  void shouldReplicateTheCallOfAClientInItsOwnJvmThatHasTheIdOfAnAnswerFromElsewhere() {
    RequestId elsewhere =
        AnsweredIds.of(new RequestId(new SessionId(UUID.randomUUID(), 9), 3), 0, true);
    RequestId own = a.begin(session, 0);
    arrive(elsewhere, own);
    Instance bean = new Instance();
    a.called(elsewhere, session, bean.with("one")); // the container names the first
    assertThat(ids()).as("so that it counts one, and says the answer").containsExactly(own);
    a.manager.addResponse(own, 1);
    assertThat(a.complete(own, true)).isTrue();
    assertThat(b.again(b.begin(session, 0), new Instance())).isEqualTo(1);
  }

  @Test
  void shouldRefuseWhatWasAnsweredWhenThereIsNoAnswerAndExecuteTheNextCallOfThatNumber() {
    a.call(session, 0, new Instance().with("one"), 1);
    RequestId came = AnsweredIds.of(request(1), 0, true);
    assertThatThrownBy(() -> asStatefulBean(came))
        .isInstanceOf(Error.class)
        .hasMessageContaining("session " + session)
        .hasMessageContaining("request 1 of it was answered")
        .hasMessageContaining("call again");
    assertThat(ids()).as("what the client has").containsExactly(came);
    Instance restored = new Instance();
    assertThat(b.again(b.begin(session, 1), restored)).as("not executed yet").isNull();
    assertThat(restored.state).isEqualTo("one");
  }

  @Test
  void shouldTakeNoNoticeOfTheIdOfAnAnsweredRequestThatComesWithACallOfAnotherBean() {
    RequestId came = idsAfterCall(0, new Instance().with("one"), 7);
    arrive(came);
    assertThat(b.manager.hasBackupResponse(came)).as("asked by no stateful bean").isFalse();
    SessionId local = new SessionId(UUID.randomUUID(), 2);
    Instance untouched = new Instance();
    b.give(local, untouched.with("its own"));
    b.called(came, local, untouched);
    b.manager.addResponse(came, 8);
    assertThat(b.manager.openRequests()).isZero();
    assertThat(untouched.state).isEqualTo("its own");
    assertThat(RequestChain.root()).isNull();
  }

  @Test
  void shouldLeaveNoIdWhereAMemberDoesNotKnowWhatItIs() throws Exception {
    b.group.registry().rebind(MemberForms.entryOf(b.group.self()), 2);
    await().until(() -> !a.group.forms().everyMemberReads(MemberForms.ANSWERED_IDS));
    assertThat(idsAfterCall(0, new Instance().with("one"), 7)).isNull();
  }

  @Test
  void shouldTellAnsweredRequestsFromThoseThatWaitAndFromThoseWithinThem() {
    RequestId last = request((1 << 22) - 1);
    for (int use : new int[] {-1, 0, 1, 62}) {
      for (boolean stateful : new boolean[] {false, true}) {
        RequestId id = AnsweredIds.of(last, use, stateful);
        assertThat(AnsweredIds.has(id)).isTrue();
        assertThat(AnsweredIds.request(id)).isEqualTo(last);
        assertThat(AnsweredIds.use(id)).isEqualTo(use);
        assertThat(AnsweredIds.isOfStateful(id)).isEqualTo(stateful);
        assertThat(AnsweredIds.canHave(id)).isFalse();
      }
    }
    assertThat(AnsweredIds.use(AnsweredIds.of(last, 63, true))).as("not known").isEqualTo(-1);
    assertThat(AnsweredIds.canHave(last)).isTrue();
    assertThat(AnsweredIds.canHave(request(1 << 22))).isFalse();
    assertThat(AnsweredIds.has(last)).isFalse();
    assertThat(AnsweredIds.has(request(1 << 30))).as("within one").isFalse();
  }
}
