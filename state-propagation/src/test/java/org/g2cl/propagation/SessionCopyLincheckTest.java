package org.g2cl.propagation;

import org.g2cl.Scheduler;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Interleavings of claims and looks at the owner of a session, all through the table. */
@Param(name = "epoch", gen = IntGen.class, conf = "1:3")
@Param(name = "member", gen = IntGen.class, conf = "1:2")
public class SessionCopyLincheckTest {
  private static final SessionId SESSION = new SessionId("session");

  private final SessionTable table = new SessionTable(Scheduler.live(), 8);

  @Operation
  public boolean claim(@Param(name = "epoch") int epoch, @Param(name = "member") int member) {
    return table.with(SESSION, entry -> entry.copy().onClaim(epoch, member));
  }

  @Operation
  public boolean become(@Param(name = "epoch") int epoch, @Param(name = "member") int member) {
    return table.with(SESSION, entry -> entry.copy().become(epoch, member));
  }

  @Operation
  public String owner() {
    return table.with(
        SESSION,
        entry -> entry.copy().epoch() + " " + entry.copy().owner() + " " + entry.copy().isOwning());
  }

  @Test
  void shouldBeLinearizable() {
    new ModelCheckingOptions()
        .iterations(Integer.getInteger("lincheck.iterations", 5))
        .invocationsPerIteration(Integer.getInteger("lincheck.invocations", 50))
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(SessionCopyLincheckTest.class);
  }
}
