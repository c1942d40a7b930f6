package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.graph.GraphFormat;
import org.g2cl.cmi.tomee.graph.Trail;
import org.junit.jupiter.api.Test;

/** How many trails are kept. */
class TrailsTest {
  private static final int BYTES = 5_000;

  private static Trail trail() throws Exception {
    var trail = new Trail();
    var allowed = new ClassAllowList("bean", List.of(), List.of());
    new GraphFormat(
            new StateRules(allowed, ContentLimits.defaults()), TrailsTest.class.getClassLoader())
        .write(List.of(), out -> out.writeObject("x".repeat(BYTES)), trail);
    assertThat(trail.heapBytes()).isGreaterThan(BYTES);
    return trail;
  }

  @Test
  void shouldDropTheOnesNotUsedForLongestAboveTheLimit() throws Exception {
    Trail trail = trail();
    var trails = new Trails(3L * trail.heapBytes());
    for (int session = 0; session < 3; session++) {
      trails.put(session, trail());
    }
    trails.put(0, trails.take(0));

    trails.put(3, trail());

    assertThat(trails.take(1).isEmpty()).as("not used for longest").isTrue();
    assertThat(trails.take(0).isEmpty()).isFalse();
    assertThat(trails.heapBytes()).isEqualTo(2L * trail.heapBytes());
  }

  @Test
  void shouldKeepNoneThatIsAboveTheLimitAlone() throws Exception {
    Trail trail = trail();
    var trails = new Trails(trail.heapBytes() - 1);

    trails.put("session", trail);

    assertThat(trails.take("session").isEmpty()).isTrue();
    assertThat(trails.heapBytes()).isZero();
  }

  @Test
  void shouldGiveATrailToOneWriterOnly() throws Exception {
    var trails = new Trails(1 << 20);
    trails.put("session", trail());

    assertThat(trails.take("session").isEmpty()).isFalse();
    assertThat(trails.take("session").isEmpty()).as("another writer").isTrue();
    trails.put("session", trail());
    trails.forget("session");
    assertThat(trails.heapBytes()).isZero();
  }
}
