package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import javax.transaction.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;

/** Commits that fail while the database cannot be asked what became of them. */
class UnknownOutcomeTest {
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final Thread container = Thread.currentThread();
  private final Naming naming = Naming.of(name -> Naming.dataSource(this::connect));
  private final Members members = new Members();
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final Instance bean = new Instance();
  private ContainerServer a;
  private ContainerServer b;
  private Connection transaction;
  private volatile boolean down;

  private Connection connect() throws SQLException {
    if (down) {
      throw new SQLException("the database is down");
    }
    return Thread.currentThread().equals(container)
        ? Naming.held(transaction)
        : DriverManager.getConnection(url);
  }

  @BeforeEach
  void start() throws SQLException {
    transaction = DriverManager.getConnection(url);
    a = new ContainerServer(members, "jdbc_1");
    b = new ContainerServer(members, "jdbc_1");
    a.call(session, 0, bean.with("one"), 1);
    transaction.setAutoCommit(false);
  }

  @AfterEach
  void stop() throws SQLException {
    transaction.close();
    naming.close();
    members.close();
  }

  /** The container gets an exception from the commit, and the database does not answer. */
  private void commitInDoubt(boolean isCommitted) throws SQLException {
    RequestId request = a.begin(session, 1);
    a.called(request, session, bean.with("two"));
    a.manager.addResponse(request, 2);
    a.replicate(request);
    assertThat(a.transactions.isMarked()).isFalse();
    if (isCommitted) {
      transaction.commit();
    } else {
      transaction.rollback();
    }
    a.transactions.end(Status.STATUS_UNKNOWN);
    down = true;
    a.manager.replicateCommit(request, false);
  }

  private Object again(ContainerServer server, Instance restored) {
    return server.again(server.begin(session, 1), restored);
  }

  @Test
  void shouldAnswerNextTryWhenTheCommitHadSucceeded() throws SQLException {
    commitInDoubt(true);
    down = false;
    Instance restored = new Instance();
    assertThat(again(a, restored)).isEqualTo(2);
    assertThat(restored.state).isEqualTo("two");
  }

  @Test
  void shouldExecuteNextTryFromTheStateOfBeforeWhenTheCommitHadFailed() throws SQLException {
    commitInDoubt(false);
    down = false;
    Instance restored = new Instance();
    assertThat(again(a, restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
  }

  @Test
  void shouldSettleAtTheServerThatTheClientAsksNext() throws SQLException {
    commitInDoubt(true);
    down = false;
    assertThat(again(b, new Instance())).isEqualTo(2);
  }

  @Test
  void shouldTellTheClientThatTheDatabaseCannotBeAskedUntilItCan() throws SQLException {
    commitInDoubt(true);
    assertThatThrownBy(() -> again(a, new Instance()))
        .isInstanceOf(Error.class)
        .hasMessageContaining("the database is down");
    down = false;
    assertThatThrownBy(() -> again(a, new Instance()))
        .isInstanceOf(Error.class)
        .hasMessageContaining("took effect after all");
  }

  /** The marker of the try before is barred, and the copies were not told that it was a try. */
  @Test
  void shouldExecuteNextTryAtTheSameServerThoughNobodyHeardThatTheCommitHadFailed()
      throws SQLException {
    members.crash(a.group);
    ContainerServer c = new ContainerServer(members, "jdbc_1", "minimumCopies", "1");
    SessionId other = new SessionId(UUID.randomUUID(), 1);
    c.call(other, 0, bean.with("one"), 1);
    transaction.commit();
    RequestId request = c.begin(other, 1);
    c.called(request, other, bean.with("two"));
    c.manager.addResponse(request, 2);
    c.replicate(request);
    assertThat(c.transactions.isMarked()).isFalse();
    members.crash(b.group);
    transaction.rollback();
    c.transactions.end(Status.STATUS_ROLLEDBACK);
    c.manager.replicateCommit(request, false);

    new ContainerServer(members);
    Instance restored = new Instance();
    assertThat(c.again(c.begin(other, 1), restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
    c.called(request, other, restored.with("two"));
    assertThat(c.end(request, 2, true)).isTrue();
  }
}
