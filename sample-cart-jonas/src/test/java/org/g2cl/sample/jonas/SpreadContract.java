package org.g2cl.sample.jonas;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.g2cl.jgcs.spread.InTestDaemon;
import org.g2cl.sample.jonas.bed.JonasBed;
import org.junit.jupiter.api.AfterAll;

/**
 * The contract on the engine {@code spread} of the same jar, with the daemon of our tests, which
 * sees the end of a process but no silence: so without merges.
 */
abstract class SpreadContract extends CrashContract {
  private InTestDaemon daemon;
  private EmbeddedPostgres postgres;

  @Override
  final String database() throws IOException {
    daemon = InTestDaemon.start();
    postgres = Postgres.start(getClass());
    return Postgres.url(postgres);
  }

  @Override
  final void prepare(JonasBed bed) {
    bed.withEngine("spread", "127.0.0.1:" + daemon.port());
  }

  @AfterAll
  final void stopDaemonAndDatabase() throws IOException {
    if (daemon != null) {
      daemon.close();
    }
    if (postgres != null) {
      postgres.close();
    }
  }
}
