package org.g2cl.sample.jonas;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;

/** The contract on a PostgreSQL server of its own. */
abstract class PostgresContract extends CrashContract {
  private EmbeddedPostgres postgres;

  @Override
  final String database() throws IOException {
    postgres = Postgres.start(getClass());
    return Postgres.url(postgres);
  }

  @AfterAll
  final void stopDatabase() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }
}
