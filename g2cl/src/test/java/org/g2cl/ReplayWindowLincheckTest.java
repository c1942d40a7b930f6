package org.g2cl;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Interleavings of frames that come on several threads: each number is accepted once. */
@Param(name = "number", gen = IntGen.class, conf = "1:70")
public class ReplayWindowLincheckTest {
  private final ReplayWindow window = new ReplayWindow(Long.SIZE);

  @Operation
  public boolean accept(@Param(name = "number") int number) {
    return window.accept(number);
  }

  @Operation
  public boolean acceptAgain() {
    return window.accept(3);
  }

  @Test
  @Tag("slow")
  void shouldAcceptEachNumberOnce() {
    new ModelCheckingOptions()
        .iterations(Integer.getInteger("lincheck.iterations", 5))
        .invocationsPerIteration(Integer.getInteger("lincheck.invocations", 50))
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(ReplayWindowLincheckTest.class);
  }
}
