package org.g2cl.loadtest.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.bed.BedException;
import org.junit.jupiter.api.Test;

class BusinessNodeTest {
  @Test
  void shouldNotStartWithoutASecretWhereOthersReachIt() {
    NodeSettings settings =
        new NodeSettings(
            "business1",
            "192.0.2.7",
            4201,
            "shop",
            7801,
            List.of("192.0.2.8:7801"),
            true,
            1,
            "jdbc:postgresql://192.0.2.9/shop",
            "shop",
            "shop",
            Map.of());

    assertThatThrownBy(() -> BusinessNode.start(settings))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("--host 192.0.2.7 can be reached by others")
        .hasMessageContaining("G2CL_SECRET_FILE");
  }

  @Test
  void shouldSayWhichJdbcUrlsThereAreAlsoWhenItJoinsOthers() {
    NodeSettings settings =
        new NodeSettings(
            "business2",
            "127.0.0.1",
            4202,
            "shop",
            7802,
            List.of("127.0.0.1:7801"),
            true,
            1,
            "mysql://127.0.0.1/shop",
            "shop",
            "shop",
            Map.of());

    assertThatThrownBy(() -> BusinessNode.start(settings))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("'mysql://127.0.0.1/shop'", "jdbc:postgresql:", "--jdbc-url");
  }
}
