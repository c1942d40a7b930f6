package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import net.sf.jgcs.spi.jgroups.FlagService;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.util.ByteArray;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

class OwnFlagsTest {
  private final Message message = new BytesMessage(new UUID(1, 0), new byte[1]);

  OwnFlagsTest() {
    message.setFlag(FlagService.BEST_EFFORT.flags(), false);
  }

  @Test
  void shouldUseBitsThatJGroupsHasNoFlagFor() {
    OwnFlags.setRequest(message, OwnFlags.MOST_MARKS);

    int own = message.getFlags(false) & ~FlagService.BEST_EFFORT.flags();
    assertThat(Flag.values()).noneMatch(flag -> (flag.value() & own) != 0);
  }

  @Test
  void shouldCarryMarksOverTheNetwork() throws Exception {
    for (int mark = 0; mark <= OwnFlags.MOST_MARKS; mark++) {
      OwnFlags.setAnswer(message, mark);
      Message read = carried();
      assertThat(OwnFlags.mark(read)).isEqualTo(mark);
      assertThat(read.isFlagSet(OwnFlags.ANSWER)).isTrue();
      assertThat(FlagService.of(read.getFlags(false))).isEqualTo(FlagService.BEST_EFFORT);
    }
  }

  private Message carried() throws Exception {
    ByteArray bytes = Util.messageToBuffer(message);
    return Util.messageFromBuffer(bytes.getArray(), bytes.getOffset(), bytes.getLength());
  }

  @Test
  void shouldReplaceWhatAMessageThatIsSentAgainSaidBefore() {
    OwnFlags.setAnswer(message, 5);
    OwnFlags.setRequest(message, 2);

    assertThat(message.isFlagSet(OwnFlags.ANSWER)).isFalse();
    assertThat(OwnFlags.mark(message)).isEqualTo(2);
  }
}
