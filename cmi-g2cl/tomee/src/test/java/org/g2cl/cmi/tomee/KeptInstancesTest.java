package org.g2cl.cmi.tomee;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.apache.openejb.core.stateful.StatefulContainer;
import org.junit.jupiter.api.Test;

class KeptInstancesTest {
  /** As of a release of OpenEJB that has renamed it. */
  @Test
  void shouldSayWhatFollowsWhenTheFieldIsNotThere() {
    var log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    try (var recorder = new PrintStream(log, true, UTF_8)) {
      System.setErr(recorder);
      assertThat(KeptInstances.checkedOut(Object.class)).isEmpty();
    } finally {
      System.setErr(before);
    }
    assertThat(log.toString(UTF_8))
        .contains("WARN")
        .contains("may go on from an older state")
        .contains("checkedOutInstances")
        .contains("let such beans end their transactions, or run OpenEJB 9.0.0 or 10.1.2");
  }

  @Test
  void shouldFindTheFieldOfTheOpenEjbThatItIsBuiltWith() {
    assertThat(KeptInstances.checkedOut(StatefulContainer.class)).isPresent();
  }
}
