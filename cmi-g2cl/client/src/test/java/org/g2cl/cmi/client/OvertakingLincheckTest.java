package org.g2cl.cmi.client;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of requests of one session of which one at a time may be under way: each is
 * numbered when those before it have ended, each that waits goes, and nothing of them stays.
 */
public class OvertakingLincheckTest {
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final Overtaking overtaking = new Overtaking(0);
  private int numbers;
  private int ended;

  @Operation
  public String request() {
    return through(false);
  }

  @Operation
  public String refusedRequest() {
    return through(true);
  }

  @Validate
  public void shouldKeepNothing() {
    if (overtaking.sessions() != 0) {
      throw new IllegalStateException(overtaking.sessions() + " sessions stay");
    }
  }

  private String through(boolean refused) {
    Overtaking.Passage passage = overtaking.begin("session", FOR_EVER, () -> numbers++);
    String seen = numbers + " after " + ended;
    ended++;
    passage.end(refused);
    return seen;
  }

  @Test
  @Tag("slow")
  void shouldNumberThoseThatWaitOneAfterTheOtherAndLetEachGo() {
    new ModelCheckingOptions()
        .iterations(Integer.getInteger("lincheck.iterations", 3))
        .invocationsPerIteration(Integer.getInteger("lincheck.invocations", 20))
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(OvertakingLincheckTest.class);
  }
}
