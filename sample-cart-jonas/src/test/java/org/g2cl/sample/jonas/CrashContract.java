package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import org.g2cl.sample.jonas.bed.Behaviours;
import org.g2cl.sample.jonas.bed.Behaviours.Fate;
import org.g2cl.sample.jonas.bed.JonasBed;
import org.g2cl.sample.jonas.bed.Kind;
import org.g2cl.sample.jonas.server.CrashPoint;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What our drop-in promises when servers die, on JOnAS 5.2.3 container classes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CrashContract {
  private Behaviours behaviours;

  abstract String database() throws Exception;

  /** Java of the servers, null for that of the test. */
  String javaHome() {
    return null;
  }

  /** Sets what the servers are to have besides. */
  void prepare(JonasBed bed) {}

  @BeforeAll
  void start() throws Exception {
    behaviours =
        new Behaviours(
            Kind.G2CL, Ours.work(getClass()), Ours.jar(), javaHome(), database(), this::prepare);
  }

  @AfterAll
  void stop() {
    if (behaviours != null) {
      behaviours.close();
    }
  }

  @ParameterizedTest
  @EnumSource(CrashPoint.class)
  void shouldTakeEffectOnceWhenServerDiesAt(CrashPoint point) throws Exception {
    Fate fate = behaviours.crash(point);
    assertThat(fate).as("the client was told: %s", behaviours.answer()).isEqualTo(Fate.ONCE);
  }

  @Test
  void shouldKeepAllSessionsWhenLateJoinerIsTheOnlySurvivor() throws Exception {
    assertThat(behaviours.lateJoiner()).isEqualTo(10);
  }

  Behaviours behaviours() {
    return behaviours;
  }
}
