package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class G2CLMessageTest {
  private final byte[] frame = {9, 9, 1, 2, 3, 9};

  @Test
  void shouldStayAsItIsWhenItsPayloadIsCopied() {
    G2CLMessage message = new G2CLMessage(null, frame, 2, 3);
    byte[] payload = message.getPayload();
    assertThat(payload).containsExactly(1, 2, 3);
    assertThat(message.getPayload()).as("copied once").isSameAs(payload);
    assertThat(message.getArray()).as("others may be reading it").isSameAs(frame);
    assertThat(message.getOffset()).isEqualTo(2);
    assertThat(message.payload().remaining()).isEqualTo(3);
  }

  @Test
  void shouldHaveThePayloadThatWasSetLast() {
    G2CLMessage message = new G2CLMessage(null, frame, 2, 3);
    assertThat(message.getPayload()).hasSize(3);
    message.setPayload(new byte[] {4});
    assertThat(message.getPayload()).containsExactly(4);
  }
}
