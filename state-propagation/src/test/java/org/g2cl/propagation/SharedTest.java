package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedTest {
  private final Shared shared = new Shared();

  @Test
  void shouldGiveTheSameObjectForEqualValues() {
    String first = new String("CartBean");
    String second = new String("CartBean");

    assertThat(shared.of(first)).isSameAs(first);
    assertThat(shared.of(second)).isSameAs(first);
    assertThat(shared.of(List.of(1L, 2L))).isSameAs(shared.of(List.of(1L, 2L)));
    assertThat(shared.<String>of(null)).isNull();
  }

  @Test
  void shouldBeginAnewWhenFull() {
    String first = new String("CartBean");
    var unused = shared.of(first);

    IntStream.range(0, 1_000).forEach(i -> assertThat(shared.of("bean " + i)).isNotNull());

    String second = new String("CartBean");
    assertThat(shared.of(second)).isSameAs(second);
  }
}
