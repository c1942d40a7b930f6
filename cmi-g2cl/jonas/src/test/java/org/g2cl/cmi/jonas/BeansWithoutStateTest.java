package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import javax.transaction.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;

/**
 * Stateless beans and entities that a client calls, of which JOnAS 5.2.3's container tells the
 * responses only, and for which it restores nothing.
 */
class BeansWithoutStateTest {
  private final Members members = new Members();
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final ContainerServer a = new ContainerServer(members);
  private final ContainerServer b = new ContainerServer(members);

  @AfterEach
  void stop() {
    members.close();
  }

  private boolean call(ContainerServer server, int number, Object response, boolean commits) {
    return server.end(server.begin(session, number), response, commits);
  }

  /** The client sends the request again, and it is executed. */
  private boolean again(ContainerServer server, int number, Object response, boolean commits) {
    RequestId request = server.begin(session, number);
    assertThat(server.manager.hasBackupResponse(request)).isFalse();
    return server.end(request, response, commits);
  }

  @Test
  void shouldExecuteOnceOnAnotherServerWhatWasNotAnswered() {
    assertThat(call(a, 0, "one", true)).isTrue();
    assertThat(call(a, 1, "two", true)).isTrue();
    members.crash(a.group);
    RequestId answered = b.begin(session, 1);
    assertThat(b.manager.hasBackupResponse(answered)).isTrue();
    assertThat(b.manager.getBackupResponse(answered)).isEqualTo("two");
    assertThat(again(b, 2, "three", true)).isTrue();
    assertThat(call(b, 3, "four", true)).isTrue();
  }

  @Test
  void shouldRollBackSlowExecutionOfWhatAnotherServerHasExecuted() {
    assertThat(call(a, 0, "one", true)).isTrue();
    assertThat(again(b, 1, "two", true)).isTrue();
    assertThat(call(a, 1, "two, late", true)).isFalse();
  }

  @Test
  void shouldRefuseAfterFiveTimesWhatIsAlwaysRolledBack() {
    assertThat(call(a, 0, "one", true)).isTrue();
    for (int i = 0; i < 5; i++) {
      assertThat(again(b, 1, "two", false)).isFalse();
    }
    assertThatThrownBy(() -> again(b, 1, "two", false))
        .isInstanceOf(Error.class)
        .hasMessageContaining("executed 5 times here and rolled back each time");
  }

  /** The client has an answer, perhaps an application exception, after which it does not count. */
  @Test
  void shouldNotCountWhatTheBeanMarkedForRollbackAndWasAnswered() {
    assertThat(call(a, 0, "one", true)).isTrue();
    for (int i = 0; i < 12; i++) {
      RequestId request = b.begin(session, 1);
      assertThat(b.manager.hasBackupResponse(request)).isFalse();
      b.transactions.mark();
      b.manager.addResponse(request, null);
      b.transactions.end(Status.STATUS_ROLLEDBACK);
      b.manager.replicateCommit(request, false);
    }
  }

  @Test
  void shouldNotExecuteAgainWhatTookEffectAndHadAResponseThatCannotBeKept() {
    assertThat(call(a, 0, "one", true)).isTrue();
    assertThat(call(a, 1, new Object(), true)).as("goes on without copies").isTrue();
    members.crash(a.group);
    RequestId lost = b.begin(session, 1);
    assertThatThrownBy(() -> b.manager.hasBackupResponse(lost))
        .isInstanceOf(Error.class)
        .hasMessageContaining("session " + session)
        .hasMessageContaining("request 1 of it took effect");
    assertThat(again(b, 1, "another call, under the same number", true)).isTrue();
    assertThat(again(b, 2, "three", true)).isTrue();
  }
}
