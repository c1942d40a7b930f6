package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a backup's copy takes in memory, besides the bytes of its state. */
class CopyHeapTest {
  private static final int COPIES = 20_000;
  private static final int STATE = 1_024;
  private static final int KEPT = 8;
  private static final long MOST = 512;
  private static final Logger LOG = LoggerFactory.getLogger(CopyHeapTest.class);
  private static final SocketAddress OWNER = RepairTest.MEMBERS.get(1);

  private final Node node =
      RepairTest.node(
          new StubLink(RepairTest.OWNER, RepairTest.MEMBERS),
          PropagationSettings.builder()
              .acknowledgeTimeout(Duration.ofMillis(50))
              .callTimeout(Duration.ofSeconds(1))
              .maxStateBytes(2 * STATE)
              .repliesKept(KEPT)
              .tombstoneRetention(Duration.ofMinutes(1))
              .repairPerSecond(9)
              .build());
  private final Receiver receiver = new Receiver(() -> {});
  private final Random random = new Random(1);

  /** As clients leave it: with the replies to its creation and to some calls. */
  @ParameterizedTest
  @ValueSource(ints = {1, KEPT})
  void shouldTakeItsStateAndSomeHundredBytesAtMost(int calls) throws Exception {
    receiver.start(node, new OutdatedCopies(node, new Repair(node)));
    String series = id();
    take(series, 0, calls);
    long empty = used();
    for (int i = 1; i <= COPIES; i++) {
      take(series, i * calls, calls);
    }
    long each = (used() - empty) / COPIES - STATE;

    assertThat(node.table().size()).isEqualTo(COPIES + 1);
    LOG.info("a copy with {} replies: {} bytes besides its state", calls + 1, each);
    assertThat(each).isBetween(0L, MOST);
  }

  private void take(String series, int lastCall, int calls) throws MalformedFrameException {
    SessionId session = new SessionId(id());
    Replies replies = Replies.NONE.with(new RequestId(session.value()), new byte[2], KEPT);
    for (int call = lastCall - calls + 1; call <= lastCall; call++) {
      String number = Integer.toString(call + calls, Character.MAX_RADIX);
      replies = replies.with(new RequestId(series + "-" + number), new byte[2], KEPT);
    }
    Snapshot content = new Snapshot("Cart", 0, 0, new Stamp(1, 4), new byte[STATE], replies, null);
    byte[] frame = FrameCodec.encode(new Frame.Copy(session, 1, false, content));
    assertThat(receiver.handle(FrameCodec.decode(ByteBuffer.wrap(frame)), OWNER))
        .isEqualTo(Verdict.ACK.bytes());
  }

  private String id() {
    byte[] bytes = new byte[18];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static long used() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
