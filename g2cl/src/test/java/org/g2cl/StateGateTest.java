package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class StateGateTest {
  private static final int LIMIT = 16 * HeldMessages.BLOCK;

  private final Scheduler scheduler = Scheduler.live();
  private final StateGate gate = new StateGate(scheduler, LIMIT);
  private final List<String> first = new ArrayList<>();
  private final List<String> second = new ArrayList<>();
  private final Consumer<G2CLMessage> toFirst = this::takeFirst;
  private final Consumer<G2CLMessage> toSecond = this::takeSecond;

  private void takeFirst(G2CLMessage message) {
    first.add(told(message));
  }

  private void takeSecond(G2CLMessage message) {
    second.add(told(message));
  }

  private static G2CLMessage message(int sender, int type, int tag, int correlation, byte[] body) {
    SocketAddress from = InetSocketAddress.createUnresolved("m" + sender, 1);
    Header header = new Header(sender, type, Order.TOTAL_ORDER, tag, correlation);
    return new G2CLMessage(null, from, header, body, 0, body.length);
  }

  private static String told(G2CLMessage message) {
    return message + " " + Arrays.hashCode(message.getPayload());
  }

  @Test
  void shouldReplayWhatItHeldAsItCameToWhomItWasFor() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> wantedFirst = new ArrayList<>();
    List<String> wantedSecond = new ArrayList<>();
    gate.hold();
    for (int i = 0; i < 2000; i++) {
      byte[] body = new byte[i % 500 == 7 ? HeldMessages.BLOCK + 1 : random.nextInt(200)];
      random.nextBytes(body);
      int type = random.nextInt(Header.REQUEST + 1);
      int correlation = type == Header.REQUEST ? random.nextInt(1 << 30) : 0;
      G2CLMessage next = message(random.nextInt(3), type, random.nextInt(9), correlation, body);
      boolean even = i % 2 == 0;
      assertThat(gate.pass(next, even ? toFirst : toSecond)).isFalse();
      (even ? wantedFirst : wantedSecond).add(told(next));
    }
    assertThat(gate.replayAndOpen()).as("seed %d", seed).isTrue();
    assertThat(first).as("seed %d", seed).isEqualTo(wantedFirst);
    assertThat(second).as("seed %d", seed).isEqualTo(wantedSecond);
  }

  @Test
  void shouldReplayWhatComesDuringTheReplayAfterTheRest() {
    gate.hold();
    gate.pass(
        message(1, 0, 0, 0, new byte[1]),
        message -> {
          first.add("one");
          assertThat(gate.pass(message(1, 0, 0, 0, new byte[3]), toFirst)).isFalse();
        });
    gate.pass(message(1, 0, 0, 0, new byte[2]), toFirst);
    assertThat(gate.replayAndOpen()).isTrue();
    assertThat(first).hasSize(3);
    assertThat(first.get(1)).contains("2 bytes");
    assertThat(first.get(2)).contains("3 bytes");
  }

  @Test
  void shouldReplayTheRestAndCountWhenAReceiverFailsWithAnError() {
    gate.hold();
    gate.pass(
        message(1, 0, 0, 0, new byte[1]),
        message -> {
          throw new AssertionError("thrown by the test");
        });
    gate.pass(message(1, 0, 0, 0, new byte[2]), toFirst);
    assertThat(gate.replayAndOpen()).isTrue();
    assertThat(first).hasSize(1);
    assertThat(scheduler.failures()).isEqualTo(1);
  }

  @Test
  void shouldStayShutAndForgetAllWhenItWouldHoldTooMuch() {
    gate.hold();
    for (int i = 0; i <= 16; i++) {
      gate.pass(message(1, 0, 0, 0, new byte[HeldMessages.BLOCK / 2 + 1]), toFirst);
    }
    assertThat(gate.replayAndOpen()).isFalse();
    assertThat(first).isEmpty();
  }

  /** Address that no table takes, as where memory is out. */
  private static final class Unlisted extends SocketAddress {
    private static final long serialVersionUID = 1L;

    @Override
    public int hashCode() {
      throw new InternalError("meant by the test");
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }

  @Test
  void shouldStayShutWhenAnErrorHasKeptOneMessageFromBeingHeld() {
    gate.hold();
    Header header = new Header(1, 0, Order.TOTAL_ORDER, 0, 0);
    G2CLMessage lost = new G2CLMessage(null, new Unlisted(), header, new byte[1], 0, 1);
    assertThatThrownBy(() -> gate.pass(lost, toFirst)).isInstanceOf(InternalError.class);
    gate.pass(message(1, 0, 0, 0, new byte[2]), toFirst);
    assertThat(gate.replayAndOpen()).isFalse();
    assertThat(first).isEmpty();
  }

  @Test
  void shouldHoldAboutAsManyBytesAsTheMessagesHave() {
    gate.hold();
    int most = LIMIT / 110;
    for (int i = 0; i < most; i++) {
      gate.pass(message(1, 0, 0, 0, new byte[100]), toFirst);
    }
    assertThat(gate.replayAndOpen()).isTrue();
    assertThat(first).hasSize(most);
  }
}
