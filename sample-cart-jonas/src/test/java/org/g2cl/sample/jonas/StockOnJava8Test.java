package org.g2cl.sample.jonas;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** On PostgreSQL and Java 8, where {@code JAVA8_HOME} says that there is one. */
@Tag("slow")
@EnabledIfEnvironmentVariable(named = "JAVA8_HOME", matches = ".+")
class StockOnJava8Test extends StockContract {
  private EmbeddedPostgres postgres;

  @Override
  String javaHome() {
    return System.getenv("JAVA8_HOME");
  }

  @Override
  String database() throws IOException {
    postgres = Postgres.start(getClass());
    return Postgres.url(postgres);
  }

  @AfterEach
  void stopDatabase() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }
}
