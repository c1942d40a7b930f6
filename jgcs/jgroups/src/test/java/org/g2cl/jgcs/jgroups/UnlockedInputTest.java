package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnlockedInputTest {
  private static final int BUFFER = 16;

  /** Gives at most so many bytes at a time, as a socket does, and counts how often it is read. */
  private static final class Source extends InputStream {
    private final ByteArrayInputStream bytes;
    private final int atATime;
    private int reads;
    private IOException failure;
    private boolean closed;

    Source(byte[] bytes, int atATime) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.atATime = atATime;
    }

    @Override
    public int read() {
      throw new AssertionError("a socket is never read byte by byte");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      reads++;
      IOException thrown = failure;
      failure = null;
      if (thrown != null) {
        throw thrown;
      }
      return bytes.read(target, offset, Math.min(length, atATime));
    }

    @Override
    public int available() {
      return bytes.available();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i - 100); // negative ones, too
    }
    return bytes;
  }

  private static UnlockedInput over(Source source) {
    return new UnlockedInput(source, BUFFER);
  }

  @Test
  void shouldReadByteByByteWhatIsReadAheadInLargeChunks() throws Exception {
    byte[] expected = bytes(100);
    Source source = new Source(expected, 100);
    UnlockedInput input = over(source);
    for (byte next : expected) {
      assertThat(input.read()).isEqualTo(next & 0xff);
    }
    assertThat(source.reads).isEqualTo(7);
  }

  @Test
  void shouldReadAheadForChunksThatAreSmallerThanItsBuffer() throws Exception {
    Source source = new Source(bytes(100), 100);
    UnlockedInput input = over(source);
    for (int i = 0; i < 8; i++) {
      assertThat(input.read(new byte[4], 0, 4)).isEqualTo(4);
    }
    assertThat(source.reads).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1, 100", "3, 100", "15, 100", "16, 100", "17, 100", "100, 100", "5, 1", "40, 7"})
  void shouldReadInChunksOfAnySize(int chunk, int atATime) throws Exception {
    byte[] expected = bytes(100);
    DataInputStream input = new DataInputStream(over(new Source(expected, atATime)));
    byte[] read = new byte[expected.length];
    for (int at = 0; at < read.length; at += chunk) {
      input.readFully(read, at, Math.min(chunk, read.length - at));
    }
    assertThat(read).isEqualTo(expected);
    assertThat(input.read()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldReadTheSameBytesHoweverItIsAsked(long seed) throws Exception {
    Random random = new Random(seed);
    byte[] expected = bytes(5_000);
    UnlockedInput input = over(new Source(expected, 1 + random.nextInt(60)));
    byte[] read = new byte[expected.length];
    int at = 0;
    while (at < read.length) {
      if (random.nextBoolean()) {
        read[at++] = (byte) input.read();
      } else {
        int length = Math.min(random.nextInt(50), read.length - at);
        int count = input.read(read, at, length);
        assertThat(count).as("seed %d, at %d", seed, at).isBetween(Math.min(1, length), length);
        at += count;
      }
    }
    assertThat(read).as("seed %d", seed).isEqualTo(expected);
  }

  @Test
  void shouldReadWhatIsLargerThanTheBufferPastIt() throws Exception {
    Source source = new Source(bytes(1_000), 1_000);
    byte[] read = new byte[1_000];
    assertThat(over(source).read(read, 0, 1_000)).isEqualTo(1_000);
    assertThat(source.reads).isEqualTo(1);
  }

  /** A reader that asks for more than is there gets that, and is not kept waiting for the rest. */
  @Test
  void shouldNotWaitForMoreThanWasReadAhead() throws Exception {
    Source source = new Source(bytes(100), 10);
    UnlockedInput input = over(source);
    assertThat(input.read()).isEqualTo(bytes(1)[0] & 0xff);
    assertThat(input.read(new byte[100], 0, 100)).isEqualTo(9);
    assertThat(source.reads).isEqualTo(1);
  }

  @Test
  void shouldStayAtTheEnd() throws Exception {
    UnlockedInput input = over(new Source(bytes(1), 1));
    assertThat(input.read()).isNotNegative();
    for (int i = 0; i < 2; i++) {
      assertThat(input.read()).isEqualTo(-1);
      assertThat(input.read(new byte[1], 0, 1)).isEqualTo(-1);
      assertThat(input.read(new byte[50], 0, 50)).isEqualTo(-1);
      assertThat(input.read(new byte[1], 0, 0)).isZero();
      assertThat(input.available()).isZero();
    }
  }

  @Test
  void shouldTellTheEndInTheMiddleOfANumber() {
    DataInputStream input = new DataInputStream(over(new Source(bytes(3), 100)));
    assertThatThrownBy(input::readInt).isInstanceOf(EOFException.class);
  }

  @Test
  void shouldReadOnAfterAFailure() throws Exception {
    Source source = new Source(bytes(20), 10);
    UnlockedInput input = over(source);
    input.readNBytes(10);
    source.failure = new IOException("timed out");
    assertThatThrownBy(input::read).hasMessage("timed out");
    assertThat(input.read()).isEqualTo(bytes(20)[10] & 0xff);
  }

  @Test
  void shouldCountWhatWasReadAheadAsAvailable() throws Exception {
    UnlockedInput input = over(new Source(bytes(100), 10));
    assertThat(input.available()).isEqualTo(100);
    input.read();
    assertThat(input.available()).isEqualTo(99);
  }

  @Test
  void shouldRefuseAChunkOutsideOfTheArray() {
    UnlockedInput input = over(new Source(bytes(0), 100));
    assertThatThrownBy(() -> input.read(new byte[4], 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shouldCloseWhatItReads() throws Exception {
    Source source = new Source(bytes(1), 1);
    over(source).close();
    assertThat(source.closed).isTrue();
  }
}
