package org.g2cl.cmi.jonas;

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
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.interceptor.HACurrent;

/** Two servers with a session, of whose calls several resource managers share the commit. */
@SuppressWarnings("JdkObsolete") // CMI's own type is a Stack
final class SharedCommits implements AutoCloseable {
  final Members members = new Members();
  final SessionId session = new SessionId(UUID.randomUUID(), 1);
  final Instance bean = new Instance();
  final ContainerServer a;
  final ContainerServer b;
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  private final Naming naming = Naming.of(name -> Naming.dataSource(this::connect));

  /** Starts them, and has the session called once. */
  SharedCommits() {
    a = new ContainerServer(members, "jdbc_1");
    b = new ContainerServer(members, "jdbc_1");
    a.call(session, 0, bean.with("one"), 1);
  }

  /** One that commits each marker at once, as one of two resources that has done its part. */
  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  /** A resource of that manager. */
  static XAResource resourceOf(String manager) {
    return (XAResource)
        Proxy.newProxyInstance(
            SharedCommits.class.getClassLoader(),
            new Class<?>[] {XAResource.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "isSameRM" -> arguments[0].toString().equals(manager);
                  case "toString" -> manager;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  /** Executes request 1, up to its commit. */
  RequestId execute(XAResource... resources) {
    a.transactions.enlisted = List.of(resources);
    RequestId request = a.begin(session, 1);
    a.called(request, session, bean.with("two"));
    a.manager.addResponse(request, 2);
    a.replicate(request);
    if (a.transactions.isMarked()) {
      throw new AssertionError(request + " was rolled back");
    }
    return request;
  }

  /** Executes request 1, of which the manager says that a resource has refused the commit. */
  void failCommit(XAResource... resources) {
    RequestId request = execute(resources);
    a.transactions.end(Status.STATUS_UNKNOWN);
    a.manager.replicateCommit(request, false);
  }

  /** The resource of the markers is the one that has refused it. */
  void loseMarkers() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM " + MarkerTable.TABLE);
    }
  }

  @Override
  public void close() {
    naming.close();
    HACurrent.getHACurrent().setRequests(new Stack<>());
    members.close();
  }
}
