package org.g2cl.sample.cart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdbc:postgresql://h/db?user=u&password=p;q&ssl=true  | jdbc:postgresql://h/db?user=u&password=***&ssl=true
          jdbc:postgresql://h/db?sslpassword=p&PASSWORD=q      | jdbc:postgresql://h/db?sslpassword=***&PASSWORD=***
          jdbc:postgresql://h/db;password=p                    | jdbc:postgresql://h/db;password=***
          jdbc:postgresql://u:p@h/db                           | jdbc:postgresql://u:***@h/db
          jdbc:postgresql://u:p@q/r@h:5432/db?user=a           | jdbc:postgresql://u:***@h:5432/db?user=a
          jdbc:postgresql://u:12345@h/db                       | jdbc:postgresql://u:***@h/db
          jdbc:h2:mem:cart;USER=sa;PASSWORD=p&\\;q;MODE=LEGACY | jdbc:h2:mem:cart;USER=sa;PASSWORD=***;MODE=LEGACY
          jdbc:oracle:thin:scott/tiger@//h:1521/db             | jdbc:oracle:***@//h:1521/db
          jdbc:mysql://u:p@h/db                                | jdbc:mysql:***@h/db
          jdbc:sqlserver://h;password={p;q&r};encrypt=true     | jdbc:sqlserver://h;password=***
          postgresql://u:p@h/db                                | postgresql:***@h/db
          """)
  void shouldShowNoPassword(String url, String shown) {
    assertThat(JdbcUrl.of(url)).hasToString(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://127.0.0.1:5432/cart",
        "jdbc:postgresql://h1:5432,h2:5433/cart?user=me@example.org&targetServerType=primary",
        "jdbc:postgresql://[::1]:5432/cart?user=me@example.org",
        "jdbc:postgresql:cart",
        "jdbc:h2:tcp://127.0.0.1:9092/./shop",
        "jdbc:h2:mem:cart;DB_CLOSE_DELAY=-1",
        "jdbc:mysql://127.0.0.1/cart",
        "nonsense",
        ""
      })
  void shouldShowAUrlWithoutAPasswordAsItIs(String url) {
    assertThat(JdbcUrl.of(url)).hasToString(url);
    assertThat(JdbcUrl.of(url).problem()).isEmpty();
  }

  @Test
  void shouldMaskItselfInTheMessageOfADriver() {
    JdbcUrl url = JdbcUrl.of("jdbc:postgresql://h/db?password=p");

    assertThat(url.mask("No suitable driver found for jdbc:postgresql://h/db?password=p"))
        .isEqualTo("No suitable driver found for jdbc:postgresql://h/db?password=***");
    assertThat(JdbcUrl.of("").mask("as it is")).isEqualTo("as it is");
  }

  @Test
  void shouldSayThatALoginHasNoPlaceBeforeTheHost() {
    assertThat(JdbcUrl.of("jdbc:postgresql://u:p@h/db").problem().orElseThrow())
        .contains("before the host", "?user=NAME&password=PASSWORD");
  }
}
