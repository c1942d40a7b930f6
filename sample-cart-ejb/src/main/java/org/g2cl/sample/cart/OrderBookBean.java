package org.g2cl.sample.cart;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** The table of orders. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class OrderBookBean implements OrderBook {

  private static final String INSERT_ORDER =
      "INSERT INTO cart_order (cart_id, sequence, total_cents) VALUES (?, ?, ?)";
  private static final String INSERT_LINE =
      "INSERT INTO cart_order_line (order_id, line, product_id, unit_price_cents, quantity)"
          + " VALUES (?, ?, ?, ?, ?)";

  @Resource(name = CartDatabase.RESOURCE)
  private DataSource database;

  @Override
  public long write(String cartId, long sequence, List<CartItem> items)
      throws OrderNotWrittenException {
    try (Connection connection = database.getConnection()) {
      long order = insertOrder(connection, cartId, sequence, items);
      insertLines(connection, order, items);
      return order;
    } catch (SQLException e) {
      throw new OrderNotWrittenException(e.getMessage());
    }
  }

  private static long insertOrder(
      Connection connection, String cartId, long sequence, List<CartItem> items)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(INSERT_ORDER, Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, cartId);
      insert.setLong(2, sequence);
      insert.setLong(3, items.stream().mapToLong(CartItem::totalCents).sum());
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        keys.next();
        return keys.getLong(1);
      }
    }
  }

  private static void insertLines(Connection connection, long order, List<CartItem> items)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT_LINE)) {
      int line = 0;
      for (CartItem item : items) {
        insert.setLong(1, order);
        insert.setInt(2, ++line);
        insert.setString(3, item.productId());
        insert.setLong(4, item.unitPriceCents());
        insert.setInt(5, item.quantity());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }
}
