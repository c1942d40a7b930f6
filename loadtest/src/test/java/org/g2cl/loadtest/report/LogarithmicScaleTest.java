package org.g2cl.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogarithmicScaleTest {
  @ParameterizedTest
  @CsvSource({"2, 10, 2, 10", "22, 270, 20, 300", "0.4, 1, 0.4, 1", "1, 9.5, 1, 10"})
  void shouldLabelEachMultipleWhereDataAreNearEachOther(
      double low, double high, double least, double greatest) {
    assertThat(LogarithmicScale.around(low, high))
        .isEqualTo(new LogarithmicScale(least, greatest, false));
  }

  @ParameterizedTest
  @CsvSource({"1, 10000, 1, 10000", "22, 13000, 10, 100000", "30, 999, 10, 1000"})
  void shouldLabelDecadesAroundDataThatAreFarApart(
      double low, double high, double least, double greatest) {
    assertThat(LogarithmicScale.around(low, high))
        .isEqualTo(new LogarithmicScale(least, greatest, true));
  }

  @Test
  void shouldLabelASingleValue() {
    assertThat(LogarithmicScale.around(100, 100)).isEqualTo(new LogarithmicScale(100, 100, true));
  }
}
