package org.g2cl;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of the thread that delivers and the one that replays what was held: each message
 * comes once, in the order of delivery.
 */
public class StateGateLincheckTest {
  private static final SocketAddress A = InetSocketAddress.createUnresolved("a", 1);

  private final StateGate gate = new StateGate(Scheduler.live());
  private final List<Integer> received = new CopyOnWriteArrayList<>();
  private final Consumer<G2CLMessage> receiver = this::receive;
  private int delivered;

  /** Each message in order, those from before it was opened when it is. */
  public static final class Expected {
    private final List<Integer> received = new ArrayList<>();
    private int delivered;
    private boolean open;

    public void deliver() {
      delivered++;
      if (open) {
        received.add(delivered);
      }
    }

    public boolean replayAndOpen() {
      open = true;
      while (received.size() < delivered) {
        received.add(received.size() + 1);
      }
      return true;
    }

    public String received() {
      return received.toString();
    }
  }

  public StateGateLincheckTest() {
    gate.hold();
  }

  private void receive(G2CLMessage message) {
    received.add((int) message.payload().get());
  }

  @Operation(nonParallelGroup = "deliverer")
  public void deliver() {
    G2CLMessage message = new G2CLMessage(A, new byte[] {(byte) ++delivered});
    if (gate.pass(message, receiver)) {
      receive(message);
    }
  }

  @Operation(nonParallelGroup = "replayer")
  public boolean replayAndOpen() {
    return gate.replayAndOpen();
  }

  @Operation(nonParallelGroup = "replayer")
  public String received() {
    return received.toString();
  }

  @Test
  @Tag("slow")
  void shouldPassEachMessageOnceAndInOrderWhileItOpens() {
    new ModelCheckingOptions()
        .iterations(Integer.getInteger("lincheck.iterations", 5))
        .invocationsPerIteration(Integer.getInteger("lincheck.invocations", 50))
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(2)
        .sequentialSpecification(Expected.class)
        .check(StateGateLincheckTest.class);
  }
}
