package org.g2cl.jgcs.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What a plug-in hands over as a frame, of any bytes: it is one in all its parts, or none. */
class FrameFuzzTest {
  @Provide
  Arbitrary<LegacyService> services() {
    return Arbitraries.of(LegacyService.values());
  }

  @Property
  void shouldReadAFrameOrTellThatThereIsNone(@ForAll byte[] bytes) {
    Frame frame = Frame.read(bytes);

    if (frame != null) {
      assertThat(frame.service()).isNotNull();
      assertThat(frame.length()).isEqualTo(bytes.length - 1);
      assertThat(again(frame, bytes)).isEqualTo(bytes);
    }
  }

  /** The frame made anew of what was read. */
  private static byte[] again(Frame frame, byte[] bytes) {
    byte[] payload = Arrays.copyOf(bytes, frame.length());
    return frame.control()
        ? frame.bytes()
        : Frame.of(payload, frame.service(), frame.toSelf()).bytes();
  }

  @Property
  void shouldReadWhatItHasWritten(
      @ForAll byte[] payload, @ForAll("services") LegacyService service, @ForAll boolean toSelf) {
    Frame frame = Frame.read(Frame.of(payload, service, toSelf).bytes());

    assertThat(frame.service()).isEqualTo(service);
    assertThat(frame.toSelf()).isEqualTo(toSelf);
    assertThat(frame.control()).isFalse();
    assertThat(frame.length()).isEqualTo(payload.length);
  }
}
