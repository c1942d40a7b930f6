package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Stack;
import java.util.UUID;
import javax.transaction.Status;
import org.g2cl.cmi.jonas.Instance.Reference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.interceptor.HACurrent;

/**
 * Requests that end in exceptions, as JOnAS 5.2.3's container tells of them: what the client gets
 * back, and what becomes of the request that it then sends again.
 */
@SuppressWarnings("JdkObsolete") // CMI's own type is a Stack
class ExceptionsTest {
  private final Members members = new Members();
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final Server a = new Server();
  private final Server b = new Server();

  /** A server that the client of the one session calls. */
  private final class Server {
    private final ContainerServer container = new ContainerServer(members);
    private final JonasGroup group = container.group;
    private final G2clReplicationManager manager = container.manager;
    private final ContainerTransactions transactions = container.transactions;

    private RequestId execute(int number, Instance instance, Object response, boolean marked) {
      RequestId request = container.begin(session, number);
      if (marked) {
        transactions.mark();
      }
      container.called(request, session, instance);
      manager.addResponse(request, response);
      return request;
    }

    /** A request of a method without a transaction. */
    private RequestId begin(int number) {
      return container.arrive(session, number);
    }

    private Stack<RequestId> requests() {
      return HACurrent.getHACurrent().getRequests();
    }

    /** Id that the client's next try has, or null when it has none of a request without answer. */
    private RequestId end() {
      requests().pop();
      requests().removeIf(AnsweredIds::has); // see CutAnswersTest
      return requests().isEmpty() ? null : requests().peek();
    }

    /** False when it was rolled back, by us or because the commit failed. */
    boolean call(int number, Instance instance, Object response, boolean commits) {
      return end(execute(number, instance, response, false), commits);
    }

    /** The bean's own method {@code remove}; the container restores nothing for it. */
    boolean remove(int number) {
      return end(executeRemoval(number), true);
    }

    private RequestId executeRemoval(int number) {
      RequestId request = container.begin(session, number);
      container.removed(request, session);
      manager.addResponse(request, null);
      return request;
    }

    /** Its commit fails. */
    void removeInVain(int number) {
      end(executeRemoval(number), false);
    }

    private boolean end(RequestId request, boolean commits) {
      boolean committed = container.complete(request, commits);
      assertThat(committed ? end() : requests().peek()) // a failed commit is thrown before
          .as("id that the client's next try has")
          .isEqualTo(committed ? null : request);
      assertThat(requests()).hasSize(committed ? 0 : 1);
      return committed;
    }

    /** The client is answered, or gets an application's exception. */
    void rollbackOnly(int number, Instance instance) {
      RequestId request = execute(number, instance, null, true);
      transactions.end(Status.STATUS_ROLLEDBACK);
      manager.replicateCommit(request, false);
      assertThat(end()).as("id that is left").isNull();
    }

    void systemException(int number, Instance instance, boolean marked) {
      RequestId request = execute(number, instance, null, marked);
      transactions.end(Status.STATUS_ROLLEDBACK);
      assertThat(end()).as("id that the client sends again").isEqualTo(request);
    }

    /** A request that the client sends again: its response, or null when it is to be executed. */
    Object again(int number, Instance fresh) {
      return container.again(container.arrive(session, number), fresh);
    }

    void assertDiscarded(int number) {
      assertThatThrownBy(() -> again(number, new Instance()))
          .isInstanceOf(Error.class)
          .hasMessageContaining("session " + session)
          .hasMessageContaining("request " + number + " of it ended in a system exception")
          .hasMessageContaining("Create a new one");
    }
  }

  @AfterEach
  void stop() {
    HACurrent.getHACurrent().setRequests(new Stack<>());
    members.close();
  }

  @Test
  void shouldExecuteNothingAgainAfterSystemException() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 1, true);
    a.systemException(1, bean.with("broken"), false);
    b.assertDiscarded(1);
    a.assertDiscarded(1);
    assertThatThrownBy(() -> b.again(1, new Instance())).as("and so on").isInstanceOf(Error.class);
  }

  @Test
  void shouldExecuteNothingAgainWhenTheFirstCallEndsInSystemException() {
    a.systemException(0, new Instance().with("broken"), false);
    b.assertDiscarded(0);
    a.assertDiscarded(0);
  }

  @Test
  void shouldExecuteNothingAgainWhenBeanMarksItsTransactionAndThrowsSystemException() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 1, true);
    a.systemException(1, bean.with("broken"), true);
    b.assertDiscarded(1);
    a.assertDiscarded(1);
  }

  @Test
  void shouldSurviveTheServerOnWhichASystemExceptionWasThrown() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 1, true);
    a.systemException(1, bean, false);
    members.crash(a.group);
    b.assertDiscarded(1);
  }

  @Test
  void shouldGoOnAfterCallThatTheBeanMarkedForRollback() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 1, true);
    a.rollbackOnly(1, bean.with("one, marked"));
    assertThat(a.call(2, bean.with("two"), 2, true)).isTrue();
    assertThat(b.again(2, new Instance())).isEqualTo(2);
  }

  @Test
  void shouldExecuteCallUnderTheNumberOfOneThatWasMarkedAndThrewAnApplicationException() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 1, true);
    a.rollbackOnly(1, bean.with("one, marked"));
    Instance restored = new Instance();
    assertThat(b.again(1, restored)).as("not executed yet").isNull();
    assertThat(restored.state).isEqualTo("one");
    assertThat(b.call(1, restored.with("two"), 2, true)).isTrue();
    assertThat(a.again(1, new Instance())).isEqualTo(2);
  }

  @Test
  void shouldExecuteAgainWhatCouldNotBeCommittedThoughItsNumberHasAnOlderResponse() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 1, true); // an application exception: the client does not count
    assertThat(a.call(0, bean.with("two"), 2, false)).as("commit").isFalse();
    Instance restored = new Instance();
    assertThat(b.again(0, restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
    assertThat(b.call(0, restored.with("two"), 2, true)).isTrue();
  }

  @Test
  void shouldRefuseAfterFiveTimesWhatIsAlwaysRolledBack() {
    a.call(0, new Instance().with("one"), 1, true);
    for (int i = 0; i < 5; i++) {
      Instance restored = new Instance();
      assertThat(b.again(1, restored)).isNull();
      assertThat(b.call(1, restored.with("two"), 2, false)).isFalse();
    }
    assertThatThrownBy(() -> b.again(1, new Instance()))
        .isInstanceOf(Error.class)
        .hasMessageContaining("executed 5 times here and rolled back each time");
    Instance restored = new Instance();
    assertThat(b.again(1, restored)).as("the client tries another call").isNull();
    assertThat(b.call(1, restored.with("two"), 2, true)).isTrue();
  }

  /** The client's next call may come without a word of fail-over, from another of its threads. */
  @Test
  void shouldNotGoOnWithTheBeanThatWasNotGivenTheState() {
    a.call(0, new Instance().with("one"), 1, true);
    Instance fresh = new Instance();
    for (int i = 0; i < 5; i++) {
      b.again(1, new Instance());
      b.call(1, new Instance(), 2, false);
    }
    assertThatThrownBy(() -> b.again(1, fresh)).isInstanceOf(Error.class);
    assertThat(b.call(1, fresh.with("of an empty bean"), 2, true)).isFalse();
    Instance restored = new Instance();
    assertThat(b.again(1, restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
  }

  @Test
  void shouldNotCreateTheSessionAnewFromTheBeanOfARefusedCall() {
    Instance fresh = new Instance();
    assertThatThrownBy(() -> b.again(3, fresh)).isInstanceOf(Error.class);
    assertThat(b.call(3, fresh.with("of an empty bean"), 2, true)).isFalse();
    b.manager.addModifiedBean(b.begin(3), session, new Reference(fresh)); // without a transaction
    b.end();
    assertThatThrownBy(() -> b.again(3, fresh)).isInstanceOf(Error.class);
  }

  @Test
  void shouldNotTakeAnotherBeanForOneThatIsCollected() {
    Instance bean = new Instance().with("one");
    WeakReference<Instance> collected = new WeakReference<>(bean);
    a.call(0, bean, 1, true);
    bean = null;
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              System.gc();
              return collected.get() == null;
            });
    assertThat(a.call(1, new Instance().with("of an empty bean"), 2, true)).isFalse();
  }

  /** After the container's time-out, or a system exception, another bean gets its switch. */
  @Test
  void shouldNotTakeAnotherBeanInTheSameSwitchForTheSessions() {
    Instance bean = new Instance().with("one");
    a.call(0, bean, 1, true);
    bean.bctx = new Object();
    assertThat(a.call(1, bean.with("of an empty bean"), 2, true)).isFalse();
    assertThat(a.again(1, bean)).isNull();
    assertThat(bean.state).isEqualTo("one");
    assertThat(a.call(1, bean.with("two"), 2, true)).isTrue();
  }

  @Test
  void shouldExecuteNextCallOfARestoredBeanAfterItsApplicationException() {
    a.call(0, new Instance().with("one"), 1, true);
    members.crash(a.group);
    Instance restored = new Instance();
    assertThat(b.again(1, restored)).isNull();
    assertThat(b.call(1, restored.with("two"), null, true)).isTrue(); // an application exception
    assertThat(b.call(1, restored.with("three"), 3, true)).as("the client does not count").isTrue();
    assertThat(b.again(1, new Instance())).isEqualTo(3);
  }

  @Test
  void shouldGoOnWithTheBeanOfTheSessionAfterItsClientWasToldToCallAgain() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 0, true); // an application exception
    assertThatThrownBy(() -> a.again(0, bean)).isInstanceOf(Error.class);
    assertThat(a.call(0, bean.with("two"), 2, true)).as("by another thread").isTrue();
  }

  @Test
  void shouldTellClientWhenItsSessionCannotBeRemoved() {
    a.call(0, new Instance().with("one"), 1, true);
    for (int i = 0; i < 5; i++) {
      a.removeInVain(1);
    }
    assertThatThrownBy(() -> a.removeInVain(1))
        .isInstanceOf(Error.class)
        .hasMessageContaining("executed 5 times here and rolled back each time");
    a.removeInVain(1); // tried later
    Instance restored = new Instance();
    assertThat(b.again(1, restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
  }

  @Test
  void shouldTellThatThereIsNoCopyOfABeanThatWasFirstCalledWithoutTransaction() {
    Instance bean = new Instance().with("called before");
    a.manager.addModifiedBean(a.begin(0), session, new Reference(bean));
    a.end();
    a.rollbackOnly(1, bean);
    members.crash(a.group);
    assertThatThrownBy(() -> b.again(2, new Instance())).isInstanceOf(Error.class);
  }

  @Test
  void shouldAnswerTheLastOfManyCallsUnderOneNumber() {
    Instance bean = new Instance();
    for (int i = 0; i < 20; i++) { // application exceptions: the client does not count
      assertThat(a.call(0, bean.with("use " + i), i, true)).isTrue();
    }
    Instance restored = new Instance();
    assertThat(b.again(0, restored)).isEqualTo(19);
    assertThat(restored.state).isEqualTo("use 19");
  }

  @Test
  void shouldKeepSessionOfTransactionThatIsMarkedWhenItsMethodHasEnded() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 1, true);
    RequestId request = a.execute(1, bean.with("one, late"), 2, false);
    a.transactions.mark(); // its time is up just now
    a.transactions.end(Status.STATUS_ROLLEDBACK);
    a.manager.replicateCommit(request, false);
    assertThat(a.end()).as("the client has an answer").isNull();
    assertThat(a.call(2, bean.with("two"), 2, true)).isTrue();
  }

  @Test
  void shouldRemoveSessionWhoseOwnerIsGone() {
    a.call(0, new Instance().with("one"), 1, true);
    members.crash(a.group);
    assertThat(b.remove(1)).isTrue();
    assertThat(b.remove(1)).as("sent again").isTrue();
    assertThat(b.group.propagation().status().owned()).isZero();
  }

  @Test
  void shouldRefuseEmptyBeanForSessionThatWasCalledBefore() {
    assertThatThrownBy(() -> b.again(3, new Instance()))
        .isInstanceOf(Error.class)
        .hasMessageContaining("there is no copy of it");
    assertThat(b.again(0, new Instance().with("as created"))).as("its first call").isNull();
  }

  /** Whoever knows no session can ask for one, again and again. */
  @Test
  void shouldLogOnceInAWhileThatCallsAreRefused() {
    try (LogLines log = new LogLines(Refusals.class)) {
      for (int i = 0; i < 20; i++) {
        RequestId request = b.container.arrive(new SessionId(UUID.randomUUID(), 1), 3);
        assertThatThrownBy(() -> b.container.again(request, new Instance()))
            .hasMessageContaining("there is no copy of it");
      }
      assertThat(log.lines()).hasSizeBetween(1, 2).first().asString().contains("1 calls refused");
    }
  }

  @Test
  void shouldLetBeanGoOnThatWasCalledWithoutTransactionsOnly() {
    Instance bean = new Instance().with("called before");
    for (int number = 0; number < 2; number++) {
      a.manager.addModifiedBean(a.begin(number), session, new Reference(bean));
      a.end();
    }
    assertThat(a.again(2, bean)).as("its client's thread met a failed server").isNull();
    assertThat(bean.state).isEqualTo("called before");
  }

  @Test
  void shouldNotTouchTheBeanOfTheSessionWhenItsClientOnceMetAFailedServer() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 1, true);
    a.rollbackOnly(1, bean.with("one, marked"));
    assertThat(a.again(2, bean)).isNull();
    assertThat(bean.state).isEqualTo("one, marked");
    assertThat(a.call(2, bean.with("two"), 2, true)).isTrue();
  }

  @Test
  void shouldNotAnswerNewCallByTheStoredResponseOfOneThatThrewAnApplicationException() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 0, true); // an application exception
    assertThatThrownBy(() -> a.again(0, bean))
        .isInstanceOf(Error.class)
        .hasMessageContaining("It was not executed; call again");
    assertThat(a.again(0, bean)).as("to be executed").isNull();
    assertThat(a.call(0, bean.with("two"), 2, true)).isTrue();
    assertThat(a.again(0, new Instance())).as("sent again, to a new bean").isEqualTo(2);
  }

  /** As after a system exception in a call without a transaction, of which nothing is told. */
  @Test
  void shouldRollBackCallOnAnotherInstanceThanThatOfTheSession() {
    a.call(0, new Instance().with("one"), 1, true);
    assertThat(a.call(1, new Instance().with("of an empty bean"), 2, true)).isFalse();
    Instance restored = new Instance();
    assertThat(a.again(1, restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
    assertThat(a.call(1, restored.with("two"), 2, true)).isTrue();
  }

  @Test
  void shouldNotGoOnWithTheInstanceWhoseCommitFailed() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 1, true);
    assertThat(a.call(1, bean.with("two"), 2, false)).as("commit").isFalse();
    assertThat(a.call(1, bean.with("two, and more"), 2, true)).as("by another thread").isFalse();
  }

  @Test
  void shouldNotTakeAnyBeanForTheOneWhoseRemovalFailed() {
    a.call(0, new Instance().with("one"), 1, true);
    a.removeInVain(1);
    assertThat(a.call(1, new Instance().with("of an empty bean"), 2, true)).isFalse();
  }

  @Test
  void shouldRollBackSlowExecutionOfWhatAnotherServerHasExecutedWithoutChange() {
    Instance slow = new Instance();
    a.call(0, slow.with("one"), 1, true);
    Instance restored = new Instance();
    assertThat(b.again(1, restored)).isNull();
    assertThat(b.call(1, restored, 2, true)).isTrue();
    assertThat(a.call(1, slow, 2, true)).isFalse();
  }

  @Test
  void shouldLeaveTransactionOfTheClientAlone() {
    Instance bean = new Instance();
    a.call(0, bean.with("one"), 1, true);
    a.execute(1, bean.with("two"), 2, false);
    assertThat(a.end()).isNull();
    a.transactions.end(Status.STATUS_ROLLEDBACK); // later, by the client
    assertThat(a.call(2, bean.with("three"), 3, true)).isTrue();
  }
}
