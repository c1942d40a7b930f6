package org.g2cl.propagation;

import org.g2cl.Scheduler;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of those who use a session's entry and those who discard it: what was written into
 * an entry is never written into one that has left the table.
 */
@Param(name = "session", gen = IntGen.class, conf = "1:2")
public class SessionTableLincheckTest {
  private static final int ABSENT = -1;

  private final SessionTable table = new SessionTable(Scheduler.live(), 8);

  /** Counts a use in the entry; answers the count. */
  @Operation
  public long use(@Param(name = "session") int session) {
    return table.with(
        id(session),
        entry -> {
          entry.unheardFrom(uses(entry) + 1);
          return uses(entry);
        });
  }

  /** Discards the entry; answers the uses that it had counted. */
  @Operation
  public long discard(@Param(name = "session") int session) {
    Entry entry = table.get(id(session));
    if (entry == null) {
      return ABSENT;
    }
    synchronized (entry) {
      if (entry.isDiscarded()) {
        return ABSENT;
      }
      long uses = uses(entry);
      table.discard(entry);
      return uses == 0 ? ABSENT : uses;
    }
  }

  private static long uses(Entry entry) {
    return entry.unheard() == null ? 0 : entry.unheard().from();
  }

  @Test
  @Tag("slow")
  void shouldNeverUseAnEntryThatHasLeftTheTable() {
    new ModelCheckingOptions()
        .iterations(Integer.getInteger("lincheck.iterations", 5))
        .invocationsPerIteration(Integer.getInteger("lincheck.invocations", 50))
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .check(SessionTableLincheckTest.class);
  }

  private static SessionId id(int session) {
    return new SessionId("session-" + session);
  }
}
