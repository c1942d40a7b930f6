package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.g2cl.sample.jonas.bed.JonasBed;
import org.g2cl.sample.jonas.bed.Kind;
import org.g2cl.sample.jonas.bed.Node;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Beans that throw exceptions and commits that fail, with stock CMI's client, which sends a call
 * again after any {@code RemoteException}, on JOnAS 5.2.3 container classes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ExceptionsContract {
  private JonasBed bed;
  private Node[] servers;
  private Node client;
  private String database;
  private int carts;

  abstract String database() throws Exception;

  /** Java of the servers, null for that of the test. */
  String javaHome() {
    return null;
  }

  @BeforeAll
  void start() throws Exception {
    database = database();
    bed = new JonasBed(Kind.G2CL, Ours.work(getClass()), Ours.jar(), javaHome(), 2);
    bed.with("sample.database", database);
    servers = new Node[] {bed.server(0), bed.server(1)};
    client = bed.client(2);
  }

  @AfterAll
  void stop() {
    if (bed != null) {
      bed.close();
    }
  }

  private String newCart() {
    String cart = "e" + ++carts;
    assertThat(client.ask("create " + cart)).startsWith("OK");
    assertThat(client.ask("insert " + cart + " 1 P1")).isEqualTo("OK 1");
    assertThat(client.ask("insert " + cart + " 2 P2")).isEqualTo("OK 2");
    return cart;
  }

  private Node ownerOf(String cart) {
    String name = client.ask("where " + cart);
    return servers[Integer.parseInt(name.substring(name.length() - 1)) - 1];
  }

  /** No server's commit succeeds. */
  private void checkOutInVain(String cart) {
    for (Node server : servers) {
      server.ask("refuse 1000");
    }
    assertThat(client.ask("checkout " + cart + " 3"))
        .startsWith("FAILED")
        .contains("rolled back each time");
    for (Node server : servers) {
      server.ask("refuse 0");
    }
  }

  private long rows() throws Exception {
    String user = database.startsWith("jdbc:h2:") ? "sa" : "postgres";
    try (Connection connection = DriverManager.getConnection(database, user, "");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM jonas_order")) {
      result.next();
      return result.getLong(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"system", "marked"})
  void shouldTellClientThatItsSessionIsGoneAfterSystemException(String how) throws Exception {
    String cart = newCart();
    long before = rows();
    assertThat(client.ask("fail " + cart + " 3 " + how))
        .startsWith("FAILED")
        .contains("ended in a system exception")
        .contains("Create a new one");
    assertThat(rows()).as("no order of it, nor of an empty cart").isEqualTo(before);
    assertThat(client.ask("insert " + cart + " 3 P3"))
        .as("there is no empty cart in its place")
        .startsWith("FAILED")
        .contains("ended in a system exception");
    assertThat(client.ask("insert " + newCart() + " 3 P3")).as("others go on").isEqualTo("OK 3");
  }

  @Test
  void shouldGoOnAfterApplicationExceptionInTransactionMarkedForRollback() throws Exception {
    String cart = newCart();
    long before = rows();
    assertThat(client.ask("fail " + cart + " 3 application"))
        .startsWith("FAILED")
        .contains("EmptyCartException");
    assertThat(rows()).isEqualTo(before);
    assertThat(client.ask("insert " + cart + " 3 P3"))
        .as("the container keeps what the bean has in its fields")
        .isEqualTo("OK 4");
    ownerOf(cart);
    assertThat(client.ask("audit " + cart)).isEqualTo("OK 3 3 0 0 4");
  }

  @Test
  void shouldExecuteOnceWhatCouldNotBeCommittedAtFirst() throws Exception {
    String cart = newCart();
    long before = rows();
    ownerOf(cart).ask("refuse 1");
    assertThat(client.ask("checkout " + cart + " 3")).isEqualTo("OK 2");
    assertThat(rows()).isEqualTo(before + 1);
    assertThat(client.ask("audit " + cart)).isEqualTo("OK 3 3 0 0 0");
  }

  @Test
  void shouldTellClientWhatCanNeverBeCommittedAndKeepItsSession() throws Exception {
    String cart = newCart();
    long before = rows();
    checkOutInVain(cart);
    if (client.ask("checkout " + cart + " 3").startsWith("FAILED")) { // the other server, too
      assertThat(client.ask("checkout " + cart + " 3")).isEqualTo("OK 2");
    }
    assertThat(rows()).isEqualTo(before + 1);
    assertThat(client.ask("audit " + cart)).isEqualTo("OK 3 3 0 0 0");
  }

  @Test
  void shouldGoOnWithTheSessionWhenAnotherThreadCallsItAfterARefusal() throws Exception {
    String cart = newCart();
    checkOutInVain(cart);
    String answer = client.ask("elsewhere insert " + cart + " 3 P3");
    if (answer.startsWith("FAILED")) { // the other server, too
      answer = client.ask("elsewhere insert " + cart + " 3 P3");
    }
    assertThat(answer).isEqualTo("OK 3");
    assertThat(client.ask("elsewhere audit " + cart)).isEqualTo("OK 3 3 0 0 3");
  }

  @Test
  @Order(Integer.MAX_VALUE) // it kills a server
  void shouldRemoveSessionWhoseServerIsGoneAndTellBeansApartOnTheLastServer() {
    String cart = newCart();
    ownerOf(cart).kill();
    assertThat(client.ask("remove " + cart)).startsWith("OK");

    String other = newCart();
    assertThat(client.ask("fail-outside " + other)).as("of an empty bean").isEqualTo("OK 0");
    assertThat(client.ask("insert " + other + " 3 P3")).isEqualTo("OK 3");
    assertThat(client.ask("audit " + other)).isEqualTo("OK 3 3 0 0 3");
  }

  /** The container tells nobody of it; CMI's client goes on with an empty bean, once. */
  @Test
  void shouldNotLoseSessionBySystemExceptionOutsideOfTransactions() throws Exception {
    String cart = newCart();
    assertThat(client.ask("fail-outside " + cart)).as("as with stock").isEqualTo("OK 0");
    assertThat(client.ask("insert " + cart + " 3 P3")).isEqualTo("OK 3");
    assertThat(client.ask("audit " + cart)).isEqualTo("OK 3 3 0 0 3");
  }
}
