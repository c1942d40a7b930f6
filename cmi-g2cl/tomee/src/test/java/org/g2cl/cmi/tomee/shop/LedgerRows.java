package org.g2cl.cmi.tomee.shop;

import java.sql.SQLException;
import javax.sql.DataSource;

/** Rows of the ledgers. */
final class LedgerRows {
  private LedgerRows() {}

  static void insert(DataSource shop, String row) {
    try (var connection = shop.getConnection();
        var insert = connection.prepareStatement("INSERT INTO orders VALUES (?)")) {
      insert.setString(1, row);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
