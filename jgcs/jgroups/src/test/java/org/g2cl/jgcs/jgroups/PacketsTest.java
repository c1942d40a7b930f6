package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import org.jgroups.util.ByteArrayDataInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketsTest {
  private static final int LONG = 64 << 20;

  private static byte[] content(int length) {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    return content;
  }

  private static DataInput stream(byte[] content) {
    return new DataInputStream(new ByteArrayInputStream(content));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        1,
        1_024,
        1_025,
        5_000,
        Packets.PIECE,
        Packets.PIECE + 1,
        2 * Packets.PIECE + 1,
        900_000
      })
  void shouldReadAllOfAPacketOfAnyLength(int length) throws IOException {
    byte[] content = content(length);
    assertThat(Arrays.copyOf(new Packets().read(stream(content), length), length))
        .isEqualTo(content);
    assertThat(Packets.bytes(stream(content), length)).isEqualTo(content);
    assertThat(Packets.bytes(new ByteArrayDataInputStream(content), length)).isEqualTo(content);
  }

  @Test
  void shouldRefuseALengthThatThePacketDoesNotHave() {
    var packet = new ByteArrayDataInputStream(new byte[10]);
    assertThatThrownBy(() -> Packets.bytes(packet, 11))
        .isInstanceOf(RefusedPacket.class)
        .hasMessageContaining("11")
        .hasMessageContaining("10 bytes");
    assertThatThrownBy(() -> new Packets().read(packet, -5))
        .isInstanceOf(RefusedPacket.class)
        .hasMessageContaining("-5");
  }

  @Test
  void shouldAllocateAPieceAtMostBeforeBytesCome() {
    Packets packets = new Packets();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    assertThatThrownBy(() -> packets.read(stream(new byte[0]), LONG))
        .isInstanceOf(EOFException.class);
    assertThat(threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
        .isLessThan(LONG / 8);
  }
}
