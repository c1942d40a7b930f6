package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassPatternsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "com.shop*",
        "com.shop.**",
        "com/shop/Cart",
        "com.shop.*;com.bank.*",
        "com..shop",
        "com.shop.",
        "*.shop",
        "[Lcom.shop.Cart;"
      })
  void shouldRefuseWhatCanBeOfNoClass(String pattern) {
    assertThatThrownBy(() -> ClassPatterns.of("AllowedClasses", List.of("com.bank.*", pattern)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("AllowedClasses has '" + pattern + "'; it must be a class");
  }

  @Test
  void shouldMatchWholeNamesAndPackagesWithThoseBelowThem() {
    ClassPatterns patterns = ClassPatterns.of("x", List.of("com.shop.Cart$Line", "com.bank.*"));
    assertThat(patterns.match("com.shop.Cart$Line")).isTrue();
    assertThat(patterns.match("com.bank.Account")).isTrue();
    assertThat(patterns.match("com.bank.money.Euro")).isTrue();
    assertThat(patterns.match("com.shop.Cart")).isFalse();
    assertThat(patterns.match("com.shop.Cart$Lines")).isFalse();
    assertThat(patterns.match("com.bankrupt.Account")).isFalse();
    assertThat(patterns.match("com.bank")).isFalse();
    assertThat(patterns).hasToString("[com.shop.Cart$Line, com.bank.*]");
  }

  @Test
  void shouldMatchEverythingOrNothing() {
    assertThat(ClassPatterns.of("x", List.of("*")).match("com.shop.Cart")).isTrue();
    assertThat(ClassPatterns.of("x", List.of()).match("com.shop.Cart")).isFalse();
  }
}
