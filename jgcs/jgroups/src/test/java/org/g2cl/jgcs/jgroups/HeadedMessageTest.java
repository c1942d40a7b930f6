package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.util.ByteArray;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

class HeadedMessageTest {
  private static final byte[] WHOLE = {1, 2, 3, 4, 5};

  private static HeadedMessage message() {
    return new HeadedMessage(null, new byte[] {1, 2}, new byte[] {9, 3, 4, 5, 9}, 1, 3);
  }

  private static byte[] bytes(Message message) {
    return part(message.getArray(), message.getOffset(), message.getLength());
  }

  private static byte[] bytes(ByteArray written) {
    return part(written.array(), written.offset(), written.length());
  }

  private static byte[] part(byte[] array, int from, int length) {
    return Arrays.copyOfRange(array, from, from + length);
  }

  @Test
  void shouldCrossAsAMessageOfOneArrayDoes() throws Exception {
    ByteArray sent = Util.messageToBuffer(message());
    assertThat(bytes(sent)).isEqualTo(bytes(Util.messageToBuffer(new BytesMessage(null, WHOLE))));
    assertThat(message().size()).isEqualTo(new BytesMessage(null, WHOLE).size());
    Message received = Util.messageFromBuffer(sent.array(), sent.offset(), sent.length());
    assertThat(bytes(received)).isEqualTo(WHOLE);
  }

  @Test
  void shouldShowOneArrayToProtocolsThatAskForIt() {
    assertThat(message().getLength()).isEqualTo(5);
    assertThat(bytes(message())).isEqualTo(WHOLE);
    assertThat((byte[]) message().getObject()).isEqualTo(WHOLE);
    assertThat(bytes(message().copy(true, true))).isEqualTo(WHOLE);
  }

  @Test
  void shouldTakeTheArrayThatAProtocolPutsInItsPlace() throws Exception {
    byte[] other = {0, 7, 8};
    assertReplaced(message -> message.setArray(other, 1, 2));
    assertReplaced(message -> message.setArray(new ByteArray(other, 1, 2)));
    assertReplaced(message -> message.setObject(new byte[] {7, 8}));
    assertThat(message().setObject(null).hasPayload()).isFalse();
  }

  private static void assertReplaced(UnaryOperator<Message> change) throws Exception {
    Message changed = change.apply(message());
    assertThat(bytes(changed)).containsExactly(7, 8);
    ByteArray sent = Util.messageToBuffer(changed);
    Message received = Util.messageFromBuffer(sent.array(), sent.offset(), sent.length());
    assertThat(bytes(received)).containsExactly(7, 8);
  }
}
