package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.g2cl.cmi.jonas.SharedCommits.resourceOf;

import java.sql.SQLException;
import javax.transaction.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;

/** Commits of which the marker holds, and which the container says have failed. */
class SeveralResourcesTest {
  private final SharedCommits commits = new SharedCommits();
  private final SessionId session = commits.session;
  private final ContainerServer a = commits.a;
  private final ContainerServer b = commits.b;

  @AfterEach
  void stop() {
    commits.close();
  }

  private static void assertToldInPart(ContainerServer server, SessionId session) {
    assertThatThrownBy(() -> server.again(server.begin(session, 1), new Instance()))
        .isInstanceOf(Error.class)
        .hasMessageContaining("request 1 of it took effect")
        .hasMessageContaining("another resource of its transaction has lost its part, or may have")
        .hasMessageContaining("not executed again");
  }

  @Test
  void shouldTellTheClientThatAnotherResourceMayHaveLostItsPart() {
    try (LogLines log = new LogLines(UncertainCommits.class)) {
      commits.failCommit(resourceOf("markers"), resourceOf("mail"));
      assertThat(log.lines()).anyMatch(line -> line.contains("See what that one has kept"));
    }
    assertToldInPart(a, session);
    Instance restored = new Instance();
    assertThat(a.again(a.begin(session, 1), restored)).as("the next call").isNull();
    assertThat(restored.state).isEqualTo("two");
  }

  /** JOTM's commit returns as one that went well, and tells the listeners that it did not. */
  @Test
  void shouldFailTheCallWhenTheCommitDoesNotSayThatItFailed() {
    RequestId request = commits.execute(resourceOf("markers"), resourceOf("mail"));
    a.transactions.end(Status.STATUS_UNKNOWN);
    assertThatThrownBy(() -> a.manager.replicateCommit(request, true))
        .as("the container makes it an exception of the call")
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("refused the commit");
    a.manager.replicateCommit(request, false); // what the container says then
    assertToldInPart(a, session);
  }

  /** The marker's is the one that has failed. */
  @Test
  void shouldNotExecuteAgainWhatAnotherResourceMayHaveCommitted() throws SQLException {
    RequestId request = commits.execute(resourceOf("markers"), resourceOf("mail"));
    commits.loseMarkers();
    a.transactions.end(Status.STATUS_UNKNOWN);
    try (LogLines log = new LogLines(UncertainCommits.class)) {
      assertThatThrownBy(() -> a.manager.replicateCommit(request, true))
          .isInstanceOf(IllegalStateException.class);
      assertThat(log.lines()).anyMatch(line -> line.contains("its marker does not hold"));
    }
    assertThatThrownBy(() -> b.again(b.begin(session, 1), new Instance()))
        .isInstanceOf(Error.class)
        .hasMessageContaining("request 1 of it was rolled back")
        .hasMessageContaining("another resource of its transaction may have committed its part");
    Instance restored = new Instance();
    assertThat(b.again(b.begin(session, 1), restored)).as("the next call").isNull();
    assertThat(restored.state).isEqualTo("one");
  }

  /** As when one of them votes against the commit. */
  @Test
  void shouldExecuteAgainWhatAllResourcesHaveRolledBack() throws SQLException {
    RequestId request = commits.execute(resourceOf("markers"), resourceOf("mail"));
    commits.loseMarkers();
    a.transactions.end(Status.STATUS_ROLLEDBACK);
    a.manager.replicateCommit(request, false);
    Instance restored = new Instance();
    assertThat(b.again(b.begin(session, 1), restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
  }

  @Test
  void shouldTellItAtAnotherServerToo() {
    commits.failCommit(resourceOf("markers"), resourceOf("mail"));
    commits.members.crash(a.group);
    assertToldInPart(b, session);
  }

  @Test
  void shouldAnswerWhenAllResourcesAreOfOneManager() {
    commits.failCommit(resourceOf("markers"), resourceOf("markers"));
    assertThat(a.again(a.begin(session, 1), new Instance())).isEqualTo(2);
  }

  @Test
  void shouldAnswerWhenThereIsOneResource() {
    commits.failCommit(resourceOf("markers"));
    assertThat(a.again(a.begin(session, 1), new Instance())).isEqualTo(2);
  }
}
