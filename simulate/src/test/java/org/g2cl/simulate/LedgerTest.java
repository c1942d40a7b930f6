package org.g2cl.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {
  @Test
  void shouldNameTheRequestThatWasExecutedTwice() {
    assertThat(Ledger.repeated(List.of("c1-1", "c1-2", "c1-3", "c1-2"))).isEqualTo("c1-2");
    assertThat(Ledger.repeated(List.of("c1-1", "c1-2"))).isEmpty();
  }

  @Test
  void shouldNameTheFirstRequestThatAStateLacks() {
    List<String> told = List.of("c1-1", "c1-2", "c1-3");

    assertThat(Ledger.missing(told, List.of("c1-1", "c1-3"))).isEqualTo("c1-2");
    assertThat(Ledger.missing(told, List.of("c1-1", "c1-2"))).isEqualTo("c1-3");
    assertThat(Ledger.missing(told, List.of())).isEqualTo("c1-1");
  }
}
