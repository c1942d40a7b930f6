package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What was packed is read again; of any other bytes whole parts within them, or none. */
class PackFuzzTest {
  private static List<byte[]> read(byte[] array, int offset, int length, boolean whole) {
    List<byte[]> parts = new ArrayList<>();
    boolean isWhole =
        Pack.read(
            array,
            offset,
            length,
            (bytes, from, count) -> parts.add(Arrays.copyOfRange(bytes, from, from + count)));
    assertThat(isWhole).isEqualTo(whole);
    return parts;
  }

  @Property
  void shouldReadWhatWasPacked(
      @ForAll @Size(max = 7) List<@IntRange(max = Pack.LARGEST_MESSAGE) Integer> sizes,
      @ForAll @IntRange(max = 30) int head,
      @ForAll @IntRange(max = 9) int before) {
    Pack pack = new Pack();
    List<byte[]> messages = new ArrayList<>();
    for (int size : sizes) {
      byte[] message = new byte[size];
      Arrays.fill(message, (byte) size);
      messages.add(message);
      int first = Math.min(head, size);
      assertThat(pack.isFull()).isFalse();
      ToBeSent sent = new ToBeSent();
      sent.setPayload(Arrays.copyOf(message, first), message, first, size - first);
      pack.add(sent);
    }
    byte[] packed = pack.take();
    byte[] within = new byte[before + packed.length + 3];
    System.arraycopy(packed, 0, within, before, packed.length);
    assertThat(read(within, before, packed.length, !sizes.isEmpty()))
        .containsExactlyElementsOf(messages);
    assertThat(pack.take()).isEmpty();
  }

  @Property
  void shouldReadNothingBeyondAnyBytes(@ForAll @Size(max = 300) byte[] bytes) {
    int[] end = {0};
    boolean whole =
        Pack.read(
            bytes,
            0,
            bytes.length,
            (array, offset, length) -> {
              assertThat(offset).isEqualTo(end[0] + Short.BYTES);
              end[0] = offset + length;
              assertThat(end[0]).isLessThanOrEqualTo(bytes.length);
            });
    assertThat(whole).isEqualTo(end[0] == bytes.length && bytes.length > 0);
  }

  /** Message to be sent. */
  static final class ToBeSent extends ArrayMessage {
    private static final long serialVersionUID = 1L;
  }
}
