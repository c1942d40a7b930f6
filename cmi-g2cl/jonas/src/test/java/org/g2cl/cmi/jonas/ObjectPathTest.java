package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectPathTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "cart", "ejb/shop/cart", "/", "//a", "100%", "%", "%2f", "été", "a b"})
  void shouldKeepAnyNameAsOnePartAndGiveItBack(String name) {
    String part = ObjectPath.encode(name);
    assertThat(part).isNotEmpty().doesNotContain("/");
    assertThat(ObjectPath.decode(part)).isEqualTo(name);
  }
}
