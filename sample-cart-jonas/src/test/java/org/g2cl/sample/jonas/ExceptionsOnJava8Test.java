package org.g2cl.sample.jonas;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** On PostgreSQL and Java 8, where {@code JAVA8_HOME} says that there is one. */
@EnabledIfEnvironmentVariable(named = "JAVA8_HOME", matches = ".+")
class ExceptionsOnJava8Test extends ExceptionsContract {
  private EmbeddedPostgres postgres;

  @Override
  String database() throws IOException {
    postgres = Postgres.start(getClass());
    return Postgres.url(postgres);
  }

  @Override
  String javaHome() {
    return System.getenv("JAVA8_HOME");
  }

  @AfterAll
  void stopDatabase() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }
}
