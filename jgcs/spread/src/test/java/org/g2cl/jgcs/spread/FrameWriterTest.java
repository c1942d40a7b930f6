package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Frames as the daemon wants them. */
class FrameWriterTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final FrameWriter writer = new FrameWriter(out, "#a$$$1#d1");

  @Test
  void shouldPutEveryFieldAtItsPlace() throws Exception {
    byte[] payload = "xhellox".getBytes(StandardCharsets.US_ASCII);
    writer.write(Bits.SAFE | Bits.SELF_DISCARD, "group", 0x6704, new byte[] {9}, payload, 1, 5);
    byte[] frame = out.toByteArray();
    assertThat(frame).hasSize(48 + 32 + 6);
    ByteBuffer words = ByteBuffer.wrap(frame);
    assertThat(words.getInt(0)).isEqualTo(0x60);
    assertThat(new String(frame, 4, 10, StandardCharsets.US_ASCII)).isEqualTo("#a$$$1#d1\0");
    assertThat(words.getInt(36)).isEqualTo(1);
    assertThat(words.getInt(40)).isEqualTo(0x00670400);
    assertThat(words.getInt(44)).isEqualTo(6);
    assertThat(new String(frame, 48, 32, StandardCharsets.US_ASCII))
        .isEqualTo("group" + "\0".repeat(27));
    assertThat(new String(frame, 80, 6, StandardCharsets.US_ASCII)).isEqualTo("\thello");
  }

  @Test
  void shouldLeaveNothingOfALongerFrameInAShorterOne() throws Exception {
    writer.write(Bits.FIFO, "a-long-name-of-a-group", 1, new byte[0], new byte[9000], 0, 9000);
    out.reset();
    writer.request(Bits.JOIN, "g");
    DaemonFrame frame =
        DaemonFrame.read(new DataInputStream(new ByteArrayInputStream(out.toByteArray())));
    assertThat(frame.type()).isEqualTo(Bits.JOIN);
    assertThat(frame.sender()).isEqualTo("#a$$$1#d1");
    assertThat(frame.groups()).containsExactly("g");
    assertThat(frame.hint()).isZero();
    assertThat(frame.data()).isEmpty();
    assertThat(frame.legal()).isTrue();
  }

  @Test
  void shouldWriteEachFrameAtOnce() throws Exception {
    int[] writes = {0};
    OutputStream counting =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            throw new IOException("byte by byte");
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            writes[0]++;
          }
        };
    new FrameWriter(counting, "#a#d1").write(Bits.FIFO, "g", 0, new byte[3], new byte[9], 0, 9);
    assertThat(writes[0]).isEqualTo(1);
  }

  @Test
  void shouldRefuseAFrameThatWouldStopTheDaemon() {
    assertThatThrownBy(
            () -> writer.write(Bits.FIFO, "g", 0, new byte[0], new byte[143_121], 0, 143_121))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("143121");
    assertThat(out.size()).isZero();
  }
}
