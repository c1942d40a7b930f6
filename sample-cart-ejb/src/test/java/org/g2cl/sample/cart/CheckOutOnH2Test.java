package org.g2cl.sample.cart;

import java.sql.Connection;
import org.h2.jdbc.JdbcConnection;

class CheckOutOnH2Test extends CheckOutContract {

  @Override
  BusinessTier startTier() {
    return BusinessTier.onH2("checkout");
  }

  @Override
  Object physical(Connection connection) throws Exception {
    return connection.unwrap(JdbcConnection.class);
  }
}
