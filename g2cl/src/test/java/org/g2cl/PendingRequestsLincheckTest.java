package org.g2cl;

import java.util.HashSet;
import java.util.Set;
import org.g2cl.PendingRequestsTest.Time;
import org.g2cl.PendingRequestsTest.Waiting;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of the threads that call, take replies and sweep: a request is found from its
 * beginning to its end.
 */
@Param(name = "number", gen = IntGen.class, conf = "1:4")
public class PendingRequestsLincheckTest {
  private final Time time = new Time();
  private final PendingRequests pending = new PendingRequests(time);
  private final long before = time.nextLong();

  /** Requests that began and have not ended; a sweep ends none, since none is late. */
  public static final class Expected {
    private final Set<Integer> waiting = new HashSet<>();
    private int added;

    public boolean add() {
      return waiting.add(++added);
    }

    public boolean end(int number) {
      return waiting.remove(number);
    }

    public void sweep() {}

    public boolean isSeen(int number) {
      return waiting.contains(number);
    }
  }

  @Operation(nonParallelGroup = "caller")
  public boolean add() {
    return pending.add(new Waiting(pending));
  }

  @Operation(nonParallelGroup = "receiver")
  public boolean end(@Param(name = "number") int number) {
    PendingRequest<?> request = pending.get(before + number);
    if (request == null) {
      return false;
    }
    pending.remove(request);
    return true;
  }

  @Operation(nonParallelGroup = "sweeper")
  public void sweep() {
    pending.watchDeadlines();
    time.runLater();
  }

  @Operation(nonParallelGroup = "sweeper")
  public boolean isSeen(@Param(name = "number") int number) {
    boolean[] seen = {false};
    pending.forEach(request -> seen[0] |= request.id() == before + number);
    return seen[0];
  }

  @Test
  void shouldFindEachRequestFromItsBeginningToItsEnd() {
    new ModelCheckingOptions()
        .iterations(Integer.getInteger("lincheck.iterations", 5))
        .invocationsPerIteration(Integer.getInteger("lincheck.invocations", 50))
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(2)
        .sequentialSpecification(Expected.class)
        .check(PendingRequestsLincheckTest.class);
  }
}
