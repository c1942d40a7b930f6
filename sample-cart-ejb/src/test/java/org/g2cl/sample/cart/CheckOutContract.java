package org.g2cl.sample.cart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.NoSuchEJBException;
import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a cart in a container and a real database must do; a class for each database extends it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CheckOutContract {

  private BusinessTier tier;

  abstract BusinessTier startTier() throws Exception;

  @BeforeAll
  void start() throws Exception {
    tier = startTier();
  }

  @AfterAll
  void stop() {
    if (tier != null) {
      tier.close();
    }
  }

  @Test
  void shouldWriteOneOrderWithItsLinesWhenCheckedOut() throws Exception {
    Cart cart = tier.newCart();
    cart.insert(1, "P-001", 2);
    cart.insert(2, "P-002", 1);
    long total = cart.totalCents();

    OrderReceipt receipt = cart.checkOut(3);

    assertThat(receipt.totalCents()).isEqualTo(total).isEqualTo(2 * 890 + 1290);
    assertThat(ordersOf(cart))
        .containsExactly(new WrittenOrder(receipt.orderNumber(), cart.id(), 3, total));
    assertThat(lineCount(receipt.orderNumber())).isEqualTo(2);
    assertThat(cart.contents()).isEmpty();
    assertThat(cart.audit().lastSequence()).isEqualTo(3);
  }

  @Test
  void shouldShowAnOrderThatIsWrittenTwice() throws Exception {
    Cart cart = tier.newCart();
    cart.insert(1, "P-001", 1);
    cart.checkOut(2);
    cart.insert(1, "P-001", 1);
    cart.checkOut(2);

    assertThat(ordersOf(cart)).extracting(WrittenOrder::sequence).containsExactly(2L, 2L);
    assertThat(cart.audit().repeats()).isEqualTo(2);
  }

  @Test
  void shouldWriteNothingAndKeepTheItemsWhenTheDatabaseRefusesALine() throws Exception {
    Cart cart = tier.newCart();
    cart.insert(1, "P-001", 2);
    tier.sql("ALTER TABLE cart_order_line RENAME TO cart_order_line_away");
    try {
      assertThatThrownBy(() -> cart.checkOut(2))
          .isInstanceOf(OrderNotWrittenException.class)
          .hasMessageContaining("The cart is unchanged");
    } finally {
      tier.sql("ALTER TABLE cart_order_line_away RENAME TO cart_order_line");
    }

    assertThat(ordersOf(cart)).isEmpty();
    assertThat(cart.contents()).extracting(CartItem::quantity).containsExactly(2);
    assertThat(cart.audit().lastSequence()).isEqualTo(1);
    assertThat(cart.checkOut(2).totalCents()).isEqualTo(2 * 890);
    assertThat(ordersOf(cart)).hasSize(1);
  }

  @Test
  void shouldTakeBackTheCheckoutWhenTheTransactionIsRolledBackAfterIt() throws Exception {
    Cart cart = tier.newCart();
    cart.insert(1, "P-003", 4);

    tier.transactions().begin();
    cart.checkOut(2);
    tier.transactions().rollback();

    assertThat(ordersOf(cart)).isEmpty();
    assertThat(cart.contents()).extracting(CartItem::quantity).containsExactly(4);
    assertThat(cart.audit().lastSequence()).isEqualTo(1);
  }

  @Test
  void shouldRefuseToCheckOutAnEmptyCart() {
    Cart cart = tier.newCart();

    assertThatThrownBy(() -> cart.checkOut(1))
        .isInstanceOf(EmptyCartException.class)
        .hasMessageContaining("nothing to check out");
    assertThat(cart.contents()).isEmpty();
  }

  @Test
  void shouldRefuseAProductThatTheCatalogueDoesNotHave() {
    Cart cart = tier.newCart();

    assertThatThrownBy(() -> cart.insert(1, "X-1", 1))
        .isInstanceOf(UnknownProductException.class)
        .hasMessageContaining("'X-1'");
    assertThat(cart.contents()).isEmpty();
  }

  @Test
  void shouldReadTheCatalogueAgainOnlyWhenAsked() throws Exception {
    assertThat(tier.catalogue().products()).hasSizeGreaterThanOrEqualTo(100);
    tier.sql("INSERT INTO cart_product VALUES ('Q-1', 'Quill', 100)");
    assertThatThrownBy(() -> tier.newCart().insert(1, "Q-1", 1))
        .isInstanceOf(UnknownProductException.class);

    tier.catalogue().refresh();

    assertThat(tier.newCart().insert(1, "Q-1", 1)).isEqualTo(1);
  }

  @Test
  void shouldUseOnePhysicalConnectionThroughoutATransaction() throws Exception {
    tier.transactions().begin();
    try {
      Object first = physicalOfANewConnection();
      Object afterTheFirstWasClosed = physicalOfANewConnection();
      assertThat(afterTheFirstWasClosed).isSameAs(first);
      try (Connection open = tier.dataSource().getConnection()) {
        assertThat(physical(open)).isSameAs(first);
        assertThat(physicalOfANewConnection()).isSameAs(first);
      }
    } finally {
      tier.transactions().rollback();
    }
  }

  @Test
  void shouldSeeTheOrderFromAnotherConnectionOfTheSameTransaction() throws Exception {
    Cart cart = tier.newCart();
    cart.insert(1, "P-001", 1);
    tier.transactions().begin();
    cart.checkOut(2);
    try (Connection connection = tier.dataSource().getConnection();
        var delete = connection.prepareStatement("DELETE FROM cart_order WHERE cart_id = ?")) {
      delete.setString(1, cart.id());
      assertThat(delete.executeUpdate()).isEqualTo(1);
    }
    tier.transactions().commit();

    assertThat(ordersOf(cart)).isEmpty();
  }

  private Object physicalOfANewConnection() throws Exception {
    try (Connection connection = tier.dataSource().getConnection()) {
      return physical(connection);
    }
  }

  @Test
  void shouldNotBeThereAfterItWasClosed() {
    Cart cart = tier.newCart();
    cart.close();

    assertThatThrownBy(cart::contents).isInstanceOf(NoSuchEJBException.class);
  }

  /** The driver's own connection. */
  abstract Object physical(Connection connection) throws Exception;

  private List<WrittenOrder> ordersOf(Cart cart) {
    String id = cart.id();
    return tier.orders().stream().filter(order -> Objects.equals(order.cartId(), id)).toList();
  }

  private int lineCount(long order) throws Exception {
    try (Connection connection = tier.dataSource().getConnection();
        var select =
            connection.prepareStatement(
                "SELECT count(*) FROM cart_order_line WHERE order_id = ?")) {
      select.setLong(1, order);
      try (var rows = select.executeQuery()) {
        rows.next();
        return rows.getInt(1);
      }
    }
  }
}
