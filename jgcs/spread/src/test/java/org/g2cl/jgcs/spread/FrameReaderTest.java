package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames as bytes: read in both byte orders, and refused when they are none. */
class FrameReaderTest {
  private static final int HINT = 0x00670300;
  private static final DaemonFrame FRAME =
      new DaemonFrame(Bits.AGREED, "#a$$$1#d1", List.of("g", "h"), HINT, new byte[] {1, 2, 3});

  static Frame read(byte[] bytes) throws IOException {
    return new FrameReader(new WireInput(new ByteArrayInputStream(bytes))).read();
  }

  private static byte[] bytes() {
    return FRAME.toBytes(ByteOrder.BIG_ENDIAN);
  }

  private static byte[] with(int offset, int word) {
    return ByteBuffer.wrap(bytes()).putInt(offset, word).array();
  }

  @Test
  void shouldReadAFrameInBothByteOrders() throws Exception {
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      Frame frame = read(FRAME.toBytes(order));
      assertThat(frame.type()).isEqualTo(Bits.AGREED);
      assertThat(frame.about()).isEqualTo("#a$$$1#d1");
      assertThat(frame.members()).isEmpty();
      assertThat(frame.application()).isEqualTo(0x6703);
      assertThat(frame.data()).containsExactly(1, 2, 3);
      assertThat(frame.words().order()).isEqualTo(order);
    }
  }

  @Test
  void shouldReadTheHintInTheByteOrderOfItsOwnMark() throws Exception {
    byte[] frame = bytes();
    ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putInt(40, HINT | Bits.BYTE_ORDER_MARK);
    assertThat(read(frame).application()).isEqualTo(0x6703);
  }

  @Test
  void shouldReadAFrameLargerThanTheBuffer() throws Exception {
    byte[] data = new byte[140_000];
    Arrays.fill(data, (byte) 7);
    byte[] bytes =
        new DaemonFrame(Bits.FIFO, "#a#d1", List.of("g"), 0, data).toBytes(ByteOrder.BIG_ENDIAN);
    assertThat(read(bytes).data()).isEqualTo(data);
  }

  @Test
  void shouldSayThatTheStreamEndedWhereverAFrameIsCutOff() {
    byte[] whole = bytes();
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(part)).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void shouldRefuseLengthsThatNoDaemonSends() {
    for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 200_001}) {
      assertThatThrownBy(() -> read(with(44, length)))
          .isInstanceOf(MalformedFrameException.class)
          .hasMessageContaining(Integer.toString(length));
      assertThatThrownBy(() -> read(with(36, length)))
          .isInstanceOf(MalformedFrameException.class)
          .hasMessageContaining(Integer.toString(length));
    }
  }

  @Test
  void shouldRefuseABrokenByteOrderMark() {
    assertThatThrownBy(() -> read(with(0, 0x80000010)))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining("byte-order");
  }

  @Test
  void shouldRefuseANameWithoutAnEnd() {
    byte[] frame = bytes();
    Arrays.fill(frame, 4, 36, (byte) 'x');
    assertThatThrownBy(() -> read(frame)).isInstanceOf(MalformedFrameException.class);
  }

  @Test
  void shouldReadTheMembersOfAView() throws Exception {
    byte[] view = with(0, Bits.REGULAR_MEMBERSHIP | Bits.BY_JOIN);
    assertThat(read(view).members()).containsExactly("g", "h");
    Arrays.fill(view, 48, 80, (byte) 'x');
    assertThatThrownBy(() -> read(view)).isInstanceOf(MalformedFrameException.class);
  }

  @Test
  void shouldPassOverTheDestinationsOfAMessageWhateverTheyAre() throws Exception {
    byte[] frame = bytes();
    Arrays.fill(frame, 48, 48 + 2 * 32, (byte) 'x');
    assertThat(read(frame).data()).containsExactly(1, 2, 3);
  }

  @Test
  void shouldTellWhatIsRejected() throws Exception {
    ByteBuffer frame = ByteBuffer.allocate(48 + 4 + 32 + 3);
    frame.putInt(Bits.REJECT).putInt(36, 1).putInt(44, 3).putInt(48, Bits.JOIN);
    frame.put(52, (byte) 'g').put(84, (byte) 1).put(85, (byte) 2).put(86, (byte) 3);
    Frame read = read(frame.array());
    assertThat(read.is(Bits.REJECT)).isTrue();
    assertThat(read.is(Bits.JOIN)).isTrue();
    assertThat(read.data()).containsExactly(1, 2, 3);
  }
}
