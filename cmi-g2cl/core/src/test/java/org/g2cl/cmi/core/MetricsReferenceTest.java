package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricsReferenceTest {
  private static final Path PAGE = Path.of("../../docs/reference/metrics.md");

  @ParameterizedTest
  @EnumSource
  void shouldShowEveryFigureInTheReference(HaMetric metric) throws IOException {
    assertThat(Files.readString(PAGE))
        .contains(
            "| `%s` | %s | `%s` | `%s` | %s |"
                .formatted(
                    metric.key(),
                    metric.kind().name().toLowerCase(Locale.ROOT),
                    metric.attribute(),
                    metric.openMetricsName(),
                    metric.meaning()));
  }

  @Test
  void shouldShowEveryAttributeOfTheMBeanInTheReference()
      throws IOException, IntrospectionException {
    String page = Files.readString(PAGE);
    for (PropertyDescriptor attribute :
        Introspector.getBeanInfo(HaServiceMXBean.class).getPropertyDescriptors()) {
      String name = attribute.getReadMethod().getName().replaceFirst("^(get|is)", "");
      assertThat(page).contains("`" + name + "`");
    }
  }
}
