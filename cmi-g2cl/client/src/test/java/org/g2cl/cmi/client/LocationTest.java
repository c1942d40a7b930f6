package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTest {
  @Test
  void shouldReadProviderUrlsWithAndWithoutScheme() {
    assertThat(ProviderUrl.parse("127.0.0.1:4201, ejbd://b:4202/,b:4202"))
        .containsExactly(new Location("127.0.0.1", 4201), new Location("b", 4202));
  }

  @Test
  void shouldSurviveTheWayThroughAProxysUri() {
    var servers = ProviderUrl.parse("127.0.0.1:4201,[::1]:4202,web-1.example:80");
    var uri = ProviderUrl.toUri(servers);
    assertThat(ProviderUrl.isOurs(uri)).isTrue();
    assertThat(ProviderUrl.fromUri(uri)).isEqualTo(servers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a:", ":1", "a:b", "a:0", "a:65536", "http://a:1", "a:1,,b:2"})
  void shouldRefuseAWrongProviderUrlAndNameIt(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProviderUrl.parse(text))
        .withMessageContaining("java.naming.provider.url is '" + text + "'");
  }
}
