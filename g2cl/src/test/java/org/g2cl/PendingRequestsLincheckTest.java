package org.g2cl;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of callers, responses and time-outs: each request ends once, with the response that
 * belongs to it or with its time-out, and leaves its slot.
 */
@Param(name = "caller", gen = IntGen.class, conf = "0:1")
public class PendingRequestsLincheckTest {
  private static final SocketAddress MEMBER = InetSocketAddress.createUnresolved("a", 1);
  private static final int CALLERS = 2;

  private final PendingRequests pending = new PendingRequests(Scheduler.live());
  private final AtomicReferenceArray<UnicastRequest<Integer>> requests =
      new AtomicReferenceArray<>(CALLERS);

  /** The caller asks, unless it has asked before. */
  @Operation
  public boolean ask(@Param(name = "caller") int caller) {
    UnicastRequest<Integer> request = new UnicastRequest<>(pending, MEMBER, RequestOptions.SYNC());
    return requests.compareAndSet(caller, null, request) && pending.add(request);
  }

  /** A response to the caller's request comes; tells whether its request was still there. */
  @Operation
  public String respond(@Param(name = "caller") int caller) {
    UnicastRequest<Integer> asked = requests.get(caller);
    PendingRequest<?> found = asked == null || asked.id() == 0 ? null : pending.get(asked.id());
    if (found == null) {
      return "too late";
    }
    found.onResponse(MEMBER, Rsp.of(caller));
    return found == asked ? "its own" : "another's";
  }

  @Test
  void shouldGiveEachResponseToTheRequestThatItBelongsTo() {
    new ModelCheckingOptions()
        .iterations(8)
        .invocationsPerIteration(60)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(PendingRequestsLincheckTest.class);
  }
}
