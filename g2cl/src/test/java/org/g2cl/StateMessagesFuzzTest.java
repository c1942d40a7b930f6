package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A member that has a state, and another one that sends it state messages of any bytes. */
class StateMessagesFuzzTest {
  private static final int SERVICE = 4;
  private static final int TRIES = 2_000;
  private static final int MOST_BYTES = 40;
  private static final Set<Integer> UNANSWERED = Set.of(StateMessage.MARK, StateMessage.DONE);
  private static final int STATE = 42;
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final TestGroup group = new TestGroup();
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  /** State of one number. */
  private static final class OneNumber implements StateHandler {
    private volatile int value;

    OneNumber(int value) {
      this.value = value;
    }

    @Override
    public StateSnapshot snapshot() {
      int now = value;
      return out -> new DataOutputStream(out).writeInt(now);
    }

    @Override
    public void setState(InputStream in) throws IOException {
      value = new DataInputStream(in).readInt();
    }
  }

  @AfterEach
  void close() throws IOException {
    group.close();
  }

  @Test
  void shouldAnswerAnyMessageAndGiveItsStateAfterwards() throws Exception {
    MarshalDataSession giver = member("a");
    try (var giving = new StateTransferDataSession(giver, SERVICE, new OneNumber(STATE))) {
      giver.join();
      giving.getState(null, WAIT);
      MarshalDataSession stranger = member("b");
      try (var words = new MessageDispatcher(stranger, SERVICE, request -> true)) {
        stranger.join();
        group.awaitMembers(2);
        for (CompletableFuture<Object> answer : said(words, giver.localAddress())) {
          assertThat(isAnswered(answer)).as("seed %d", seed).isTrue();
        }
        assertThat(received(giver.localAddress())).as("seed %d", seed).isEqualTo(STATE);
      }
    }
  }

  private MarshalDataSession member(String name) throws Exception {
    return group.session(name);
  }

  /** Answers to what was asked; marks, and what ends a stand-by, have none. */
  private List<CompletableFuture<Object>> said(MessageDispatcher words, SocketAddress to)
      throws Exception {
    List<CompletableFuture<Object>> answers = new ArrayList<>();
    for (int i = 0; i < TRIES; i++) {
      byte[] bytes = bytes();
      G2CLMessage message = new G2CLMessage(to, bytes);
      if (random.nextBoolean() || (bytes.length > 0 && UNANSWERED.contains((int) bytes[0]))) {
        words.sendMessage(message, RequestOptions.ASYNC());
      } else {
        answers.add(words.sendMessageWithFuture(message, RequestOptions.SYNC()));
      }
    }
    return answers;
  }

  /** Also when it is refused. */
  private static boolean isAnswered(CompletableFuture<Object> answer) {
    return answer.handle((value, failure) -> !(failure instanceof TimeoutException)).join();
  }

  /** Often an operation that there is, and few transfers. */
  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(MOST_BYTES)];
    random.nextBytes(bytes);
    for (int i = 0; i < Math.min(bytes.length, StateMessage.HEADER); i++) {
      bytes[i] = (byte) (i == 0 ? random.nextInt(10) : random.nextInt(2));
    }
    return bytes;
  }

  private int received(SocketAddress from) throws Exception {
    OneNumber number = new OneNumber(0);
    MarshalDataSession joiner = member("c");
    try (var receiving = new StateTransferDataSession(joiner, SERVICE, number)) {
      joiner.join();
      assertThat(receiving.getState(from, WAIT)).isTrue();
    }
    return number.value;
  }
}
