package org.g2cl.sample.cart;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.postgresql.PGConnection;

class CheckOutOnPostgresTest extends CheckOutContract {

  private EmbeddedPostgres postgres;

  @Override
  BusinessTier startTier() throws Exception {
    postgres =
        EmbeddedPostgres.builder()
            .setPort(FreePorts.next())
            .setServerConfig("max_connections", "20")
            .start();
    return BusinessTier.on(postgres.getJdbcUrl("postgres", "postgres"), "postgres", "");
  }

  @AfterAll
  void stopPostgres() throws Exception {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Override
  Object physical(Connection connection) throws Exception {
    return connection.unwrap(PGConnection.class);
  }
}
