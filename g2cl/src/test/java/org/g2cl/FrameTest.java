package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class FrameTest {
  private static final byte[] BODY = {1, 2, 3, 4, 5};

  @Test
  void shouldComeBackAsItWasSent() throws Exception {
    for (long correlation : new long[] {0, 1, 127, 128, 1L << 20, Long.MAX_VALUE}) {
      Header header = Header.of(Header.REPLY, 7, correlation);
      byte[] frame = Frames.encode(header, 255, Order.TOTAL_ORDER, BODY);
      G2CLMessage message = Frames.decode(frame);
      assertThat(message.header())
          .isEqualTo(new Header(255, Header.REPLY, Order.TOTAL_ORDER, 7, correlation));
      assertThat(message.getPayload()).isEqualTo(BODY);
      assertThat(message.payload().remaining()).isEqualTo(5);
    }
  }

  @Test
  void shouldCostAtMostSixteenBytes() {
    assertThat(Frames.encode(Header.PLAIN, 1, Order.FIFO, BODY)).hasSize(BODY.length + 4);
    Header longest = Header.of(Header.REQUEST, 0, Long.MAX_VALUE);
    assertThat(Frames.encode(longest, 1, Order.FIFO, BODY).length - BODY.length)
        .isLessThanOrEqualTo(16);
  }

  @Test
  void shouldTakeAPartOfAnArray() {
    G2CLMessage part = new G2CLMessage(null, BODY, 1, 3);
    assertThat(part.payload()).isEqualTo(ByteBuffer.wrap(new byte[] {2, 3, 4}));
    assertThat(part.getPayload()).containsExactly(2, 3, 4);
  }

  @Test
  void shouldRefuseWhatIsNotAFrame() {
    assertRefused("truncated header", 1, 2, 3);
    assertRefused("unknown version 2", 2, 0, 0, 0, 0);
    assertRefused("unknown type or order", 1, 0, 0x0f, 0, 0);
    assertRefused("unknown type or order", 1, 0, 0xf0, 0, 0);
    assertRefused("truncated number", 1, 0, Header.REQUEST, 0, 0x80);
    assertRefused("number longer", 1, 0, Header.REQUEST, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  }

  private static void assertRefused(String reason, int... content) {
    byte[] frame = new byte[content.length];
    for (int i = 0; i < content.length; i++) {
      frame[i] = (byte) content[i];
    }
    assertThatThrownBy(() -> Frames.decode(frame))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining(reason);
  }
}
