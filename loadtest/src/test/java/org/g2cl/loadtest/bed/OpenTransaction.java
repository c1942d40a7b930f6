package org.g2cl.loadtest.bed;

import jakarta.transaction.TransactionManager;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.openejb.OpenEJB;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.loadtest.node.BusinessNode;
import org.g2cl.loadtest.node.NodeSettings;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.g2cl.sample.cart.CartDatabase;

/**
 * JVM that has written a marker in a transaction and not committed it, as one that dies before its
 * commit. As {@code pooled ADDRESS} it does so by the data source of a business node, as {@code
 * bare ADDRESS} by a connection of the driver's. Told to go on, it commits, and then writes in a
 * transaction of its own.
 */
final class OpenTransaction {
  static final String URL = "TEST_URL";
  static final String PASSWORD = "TEST_PASSWORD";
  static final String USER = "postgres";
  static final SessionId SESSION = new SessionId("cart");
  static final long EPOCH = 1;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private OpenTransaction() {}

  /** The request whose marker a node has written. */
  static RequestId request(String node) {
    return new RequestId("of-" + node);
  }

  public static void main(String[] arguments) throws Exception {
    String url = System.getenv(URL);
    String password = System.getenv(PASSWORD);
    if (arguments[0].equals("pooled")) {
      pooled(arguments[1], url, password);
    } else {
      bare(url, password);
    }
  }

  private static void pooled(String address, String url, String password) throws Exception {
    BusinessNode.start(
        new NodeSettings(
            "pooled",
            address,
            4201,
            "",
            0,
            List.of(),
            Duration.ofSeconds(1),
            false,
            0,
            url,
            USER,
            password,
            Map.of()));
    DataSource source = dataSource();
    TransactionManager transactions = OpenEJB.getTransactionManager();
    transactions.begin();
    record(source, request("pooled"));
    say("OPEN");
    awaitOrder();
    try {
      transactions.commit();
      say("COMMIT done");
    } catch (Exception e) {
      say("COMMIT failed: " + e);
    }
    transactions.begin();
    record(source, request("another"));
    transactions.commit();
    say("ANOTHER done");
    awaitOrder();
  }

  private static void bare(String url, String password) throws Exception {
    String ours = "?connectTimeout=10&socketTimeout=30&tcpKeepAlive=true";
    try (Connection connection = DriverManager.getConnection(url + ours, USER, password)) {
      connection.setAutoCommit(false);
      new MarkerTable(null, PATIENCE).record(connection, SESSION, request("bare"), EPOCH);
      say("OPEN");
      awaitOrder();
    }
  }

  private static void record(DataSource source, RequestId request) throws Exception {
    try (Connection connection = source.getConnection()) {
      new MarkerTable(source, PATIENCE).record(connection, SESSION, request, EPOCH);
    }
  }

  @SuppressWarnings("BanJNDI") // a constant name
  private static DataSource dataSource() throws Exception {
    return (DataSource)
        SystemInstance.get()
            .getComponent(ContainerSystem.class)
            .getJNDIContext()
            .lookup("openejb/Resource/" + CartDatabase.RESOURCE);
  }

  /** Ends this JVM when who started it ends. */
  private static void awaitOrder() throws IOException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    if (orders.readLine() == null) {
      Runtime.getRuntime().halt(4);
    }
  }

  private static void say(String text) {
    System.out.println(text);
    System.out.flush();
  }
}
