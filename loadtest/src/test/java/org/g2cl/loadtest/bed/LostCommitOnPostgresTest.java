package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.EmbeddedBusinessNode;
import org.g2cl.loadtest.bed.LostConnectionDriver.Loss;
import org.g2cl.sample.cart.Cart;
import org.g2cl.sample.cart.CartDatabase;
import org.g2cl.sample.cart.CartItem;
import org.g2cl.sample.cart.OrderReceipt;
import org.g2cl.sample.cart.WrittenOrder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commits whose connection PostgreSQL itself ends; a node with markers, and our client. */
class LostCommitOnPostgresTest {
  /** Keeps the unpacked PostgreSQL from test to test. */
  private static final Path BINARIES = Path.of("target", "bed-test", "embedded-postgresql");

  @TempDir private static Path directory;
  private static EmbeddedDatabase postgres;
  private static DatabaseAccess access;
  private static EmbeddedBusinessNode node;
  private static Context context;

  @BeforeAll
  static void start() throws Exception {
    int databasePort;
    HaSettings settings;
    try (Ports ports = Ports.free()) {
      databasePort = ports.take();
      settings =
          HaSettings.builder()
              .set(HaSetting.LOCATION, "127.0.0.1:" + ports.take())
              .set(HaSetting.BIND_PORT, "" + ports.take())
              .build();
    }
    postgres =
        EmbeddedDatabase.start(
            directory.resolve("data"),
            BINARIES,
            "127.0.0.1",
            databasePort,
            directory.resolve("postgresql.log"));
    access = postgres.access();
    database().create();
    node =
        EmbeddedBusinessNode.builder()
            .ha(settings)
            .application("cart")
            .archive(
                Path.of(Cart.class.getProtectionDomain().getCodeSource().getLocation().toURI()))
            .dataSource(
                CartDatabase.RESOURCE,
                Map.of(
                    "JdbcDriver",
                    LostConnectionDriver.class.getName(),
                    "JdbcUrl",
                    LostConnectionDriver.PREFIX + access.url(),
                    "UserName",
                    access.user(),
                    "Password",
                    access.password()))
            .markers(CartDatabase.RESOURCE)
            .start();
    var environment = new Properties();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "org.g2cl.cmi.client.HaContextFactory");
    environment.put(Context.PROVIDER_URL, settings.location());
    context = new InitialContext(environment);
  }

  @AfterAll
  static void stop() throws Exception {
    if (context != null) {
      context.close();
    }
    if (node != null) {
      node.close();
    }
    if (postgres != null) {
      postgres.close();
    }
  }

  private static CartDatabase database() {
    return CartDatabase.at(access.url(), access.user(), access.password());
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void shouldWriteTheOrderOnceWhenTheServerEndsTheConnectionInTheCommit(Loss when)
      throws Exception {
    Cart cart = newCart();
    cart.insert(1, "P-001", 2);
    LostConnectionDriver.loseNext(when, LostCommitOnPostgresTest::terminate);

    OrderReceipt receipt = cart.checkOut(2);

    assertThat(LostConnectionDriver.isDue()).isFalse();
    assertThat(ordersOf(cart))
        .containsExactly(
            new WrittenOrder(receipt.orderNumber(), cart.id(), 2, receipt.totalCents()));
    assertThat(cart.contents()).isEmpty();
    assertThat(cart.audit().lastSequence()).isEqualTo(2);
    assertThat(cart.audit().repeats()).isZero();
    cart.insert(3, "P-002", 1);
    assertThat(cart.contents()).extracting(CartItem::quantity).containsExactly(1);
  }

  @SuppressWarnings("BanJNDI") // what a client does
  private static Cart newCart() throws Exception {
    return (Cart) context.lookup("CartBeanRemote");
  }

  private static List<WrittenOrder> ordersOf(Cart cart) {
    String id = cart.id();
    return database().orders().stream()
        .filter(order -> Objects.equals(order.cartId(), id))
        .toList();
  }

  private static void terminate(int backend) throws SQLException {
    assertThat(one("SELECT pg_terminate_backend(" + backend + ")")).isEqualTo("t");
    Awaitility.await("the connection is gone")
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> one("SELECT count(*) FROM pg_stat_activity WHERE pid = " + backend).equals("0"));
  }

  private static String one(String query) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(access.url(), access.user(), access.password());
        var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
