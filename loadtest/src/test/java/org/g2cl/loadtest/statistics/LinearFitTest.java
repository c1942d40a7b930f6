package org.g2cl.loadtest.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LinearFitTest {
  @Test
  void shouldFindTheFormulaThatMadeTheValues() {
    double[][] x = {{1, 10}, {2, 10}, {2, 50}, {5, 70}, {9, 20}};
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = 100 + 3 * x[i][0] + 0.5 * x[i][1];
    }

    LinearFit fit = LinearFit.of(x, y);

    assertThat(fit.base()).isCloseTo(100, within(1e-6));
    assertThat(fit.slopes().get(0)).isCloseTo(3, within(1e-6));
    assertThat(fit.slopes().get(1)).isCloseTo(0.5, within(1e-6));
    assertThat(fit.rSquared()).isCloseTo(1, within(1e-9));
    assertThat(fit.at(10, 100)).isCloseTo(180, within(1e-6));
  }
}
