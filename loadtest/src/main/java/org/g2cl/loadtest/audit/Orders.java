package org.g2cl.loadtest.audit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.DatabaseAccess;

/** Table of the shop's orders, read past the shop. */
public final class Orders {
  private final DatabaseAccess database;

  /** Orders in this database; nothing is opened yet. */
  public Orders(DatabaseAccess database) {
    this.database = database;
  }

  /** Greatest number of an order; 0 when there is none. */
  public long lastOrder() {
    try (Connection connection = connect();
        PreparedStatement query =
            connection.prepareStatement("select coalesce(max(order_id), 0) from cart_order");
        ResultSet rows = query.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** Orders with a greater number than this. */
  public List<OrderRow> after(long order) {
    try (Connection connection = connect();
        PreparedStatement query =
            connection.prepareStatement(
                "select order_id, cart_id, sequence from cart_order where order_id > ?")) {
      query.setLong(1, order);
      List<OrderRow> found = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          found.add(new OrderRow(rows.getLong(1), rows.getString(2), rows.getLong(3)));
        }
      }
      return found;
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(database.url(), database.user(), database.password());
  }

  private BedException unreadable(SQLException e) {
    return BedException.bed(
        "the orders cannot be read from " + database + ": " + database.masked(e), e);
  }
}
