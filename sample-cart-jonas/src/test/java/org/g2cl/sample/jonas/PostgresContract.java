package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.Random;
import org.g2cl.sample.jonas.bed.Behaviours.Fate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The contract on a PostgreSQL server of its own, kills at any moment, and a merge. */
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

  @Test
  void shouldTakeEffectOnceWheneverItsServerIsKilled() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = Integer.getInteger("sample.kills", 3); i > 0; i--) {
      int millis = random.nextInt(30);
      Fate fate = behaviours().kill(millis);
      assertThat(fate)
          .as("after %d ms, seed %d, the client was told: %s", millis, seed, behaviours().answer())
          .isEqualTo(Fate.ONCE);
    }
  }

  @AfterAll
  final void stopDatabase() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }
}
