package org.g2cl.bench.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeliveryReportTest {
  private static DeliverySettings settings(List<Subject> subjects, Map<String, String> ofEngines) {
    return new DeliverySettings(
        List.of("tcp"),
        subjects,
        2,
        List.of(1),
        1,
        1,
        Duration.ZERO,
        0,
        1,
        Map.of(),
        ofEngines,
        Path.of("stacks"),
        1);
  }

  @Test
  void shouldKnowWhetherALayerPacksSmallMessages() {
    assertThat(settings(Subject.ON_JGROUPS, Map.of()).packs()).isTrue();
    assertThat(settings(Subject.on(Subject.JGROUPS4), Map.of()).packs()).isTrue();
    assertThat(settings(Subject.ON_JGROUPS, Map.of("jgroups.packing", "false")).packs()).isFalse();
    assertThat(settings(Subject.on(Subject.SPREAD), Map.of()).packs()).isFalse();
    assertThat(settings(List.of(new Subject(Layer.ALONE, Subject.JGROUPS)), Map.of()).packs())
        .isFalse();
  }

  @Test
  void shouldSayOnTheAxisThatThereIsNoInterval() {
    assertThat(DeliveryReport.axis("ratio", Stream.of(0.0, 0.2)))
        .isEqualTo("ratio and 95 % confidence");
    assertThat(DeliveryReport.axis("ratio", Stream.of(0.0, 0.0)))
        .isEqualTo("ratio (too few rounds for an interval)");
  }
}
