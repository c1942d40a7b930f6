package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseAccessTest {
  @ParameterizedTest
  @CsvSource({
    "nonsense, 'no driver here knows it; write jdbc:postgresql://HOST:PORT/DATABASE; check'",
    "jdbc:mysql://127.0.0.1/x, no driver here knows it",
    "jdbc:postgresql://127.0.0.1:1/x, accepting TCP/IP connections; check --jdbc-url"
  })
  void shouldSayWhatIsWrongWithTheUrl(String url, String sentence) {
    assertThatThrownBy(new DatabaseAccess(url, "", "")::requireReachable)
        .isInstanceOf(BedException.class)
        .hasMessageContaining("the database " + url + " cannot be used: ")
        .hasMessageContaining(sentence);
  }
}
