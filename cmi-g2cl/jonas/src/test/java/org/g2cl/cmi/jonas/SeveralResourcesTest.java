package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Stack;
import java.util.UUID;
import javax.transaction.Status;
import javax.transaction.xa.XAResource;
import org.g2cl.cmi.core.MarkerTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.interceptor.HACurrent;

/** Commits of which the marker holds, and which the container says have failed. */
@SuppressWarnings("JdkObsolete") // CMI's own type is a Stack
class SeveralResourcesTest {
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final Naming naming = Naming.of(name -> Naming.dataSource(this::connect));
  private final Members members = new Members();
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final Instance bean = new Instance();
  private ContainerServer a;
  private ContainerServer b;

  /** One that commits each marker at once, as one of two resources that has done its part. */
  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  /** A resource of that manager. */
  private static XAResource of(String manager) {
    return (XAResource)
        Proxy.newProxyInstance(
            SeveralResourcesTest.class.getClassLoader(),
            new Class<?>[] {XAResource.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "isSameRM" -> arguments[0].toString().equals(manager);
                  case "toString" -> manager;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @BeforeEach
  void start() {
    a = new ContainerServer(members, "jdbc_1");
    b = new ContainerServer(members, "jdbc_1");
    a.call(session, 0, bean.with("one"), 1);
  }

  @AfterEach
  void stop() {
    naming.close();
    HACurrent.getHACurrent().setRequests(new Stack<>());
    members.close();
  }

  private RequestId execute(XAResource... resources) {
    a.transactions.enlisted = List.of(resources);
    RequestId request = a.begin(session, 1);
    a.called(request, session, bean.with("two"));
    a.manager.addResponse(request, 2);
    a.replicate(request);
    assertThat(a.transactions.isMarked()).isFalse();
    return request;
  }

  private void failCommit(XAResource... resources) {
    RequestId request = execute(resources);
    a.transactions.end(Status.STATUS_UNKNOWN);
    a.manager.replicateCommit(request, false);
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
    try (LogLines log = new LogLines(Replicator.class)) {
      failCommit(of("markers"), of("mail"));
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
    RequestId request = execute(of("markers"), of("mail"));
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
    RequestId request = execute(of("markers"), of("mail"));
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM " + MarkerTable.TABLE);
    }
    a.transactions.end(Status.STATUS_UNKNOWN);
    try (LogLines log = new LogLines(Replicator.class)) {
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
    RequestId request = execute(of("markers"), of("mail"));
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM " + MarkerTable.TABLE);
    }
    a.transactions.end(Status.STATUS_ROLLEDBACK);
    a.manager.replicateCommit(request, false);
    Instance restored = new Instance();
    assertThat(b.again(b.begin(session, 1), restored)).isNull();
    assertThat(restored.state).isEqualTo("one");
  }

  @Test
  void shouldTellItAtAnotherServerToo() {
    failCommit(of("markers"), of("mail"));
    members.crash(a.group);
    assertToldInPart(b, session);
  }

  @Test
  void shouldAnswerWhenAllResourcesAreOfOneManager() {
    failCommit(of("markers"), of("markers"));
    assertThat(a.again(a.begin(session, 1), new Instance())).isEqualTo(2);
  }

  @Test
  void shouldAnswerWhenThereIsOneResource() {
    failCommit(of("markers"));
    assertThat(a.again(a.begin(session, 1), new Instance())).isEqualTo(2);
  }
}
