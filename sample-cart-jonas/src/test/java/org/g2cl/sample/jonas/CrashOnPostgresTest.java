package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On PostgreSQL, and a merge. */
@Tag("slow")
class CrashOnPostgresTest extends CrashContract {
  private EmbeddedPostgres postgres;

  @Override
  String database() throws IOException {
    postgres = Postgres.start(getClass());
    return Postgres.url(postgres);
  }

  @AfterAll
  void stopDatabase() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Test
  void shouldKnowEachOthersObjectsAgainAfterMerge() {
    assertThat(behaviours().merge()).isTrue();
  }
}
