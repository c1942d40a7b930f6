package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The contract on a PostgreSQL server of its own, and a merge. */
abstract class PostgresContract extends CrashContract {
  private EmbeddedPostgres postgres;

  @Override
  final String database() throws IOException {
    postgres = Postgres.start(getClass());
    return Postgres.url(postgres);
  }

  @Test
  void shouldKnowEachOthersObjectsAndAllSessionsAgainAfterMerge() throws IOException {
    assertThat(behaviours().sessionsOverMerge()).containsOnly("OK 4 4 0 0 4");
  }

  @AfterAll
  final void stopDatabase() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }
}
