package org.g2cl.cmi.tomee;

import java.util.Optional;
import org.g2cl.cmi.tomee.Turns.Place;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Interleavings of calls of one session: one is in it at a time, and each that waits gets in. */
public class TurnsLincheckTest {
  private static final String SESSION = "session";

  private final Turns turns = new Turns(Optional.of(Turns.FOR_EVER));
  private int calls;

  @Operation
  public int call() throws InterruptedException {
    Turns.Wait wait = turns.begin(SESSION, Optional.empty(), Turns.FOR_EVER);
    if (turns.enterInTurn(SESSION, wait, Turns.FOR_EVER) instanceof Place place) {
      return countAndLeave(place);
    }
    return -1;
  }

  @Operation
  public int callUnlessTaken() throws InterruptedException {
    Place place = turns.enterUnlessTaken(SESSION, Optional.empty(), Turns.FOR_EVER);
    return place == null ? call() : countAndLeave(place);
  }

  private int countAndLeave(Place place) {
    int now = ++calls;
    place.leave();
    return now;
  }

  @Test
  @Tag("slow")
  void shouldLetOneCallInAtATimeAndEachThatWaits() {
    new ModelCheckingOptions()
        .iterations(Integer.getInteger("lincheck.iterations", 5))
        .invocationsPerIteration(Integer.getInteger("lincheck.invocations", 50))
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(TurnsLincheckTest.class);
  }
}
