package net.sf.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import net.sf.jgcs.spi.jgroups.FlagService;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.junit.jupiter.api.Test;

class JGroupsServiceTest {
  @Test
  void shouldKeepTheFlagsOfTheApplicationWhenSentToOneMember() {
    Message message = new BytesMessage(null, new byte[0]);
    FlagService toOne = new JGroupsService(Flag.OOB, Flag.RSVP, Flag.NO_FC).toOne();
    message.setFlag(toOne.flags(), false);
    assertThat(message.isFlagSet(Flag.RSVP)).isTrue();
    assertThat(message.isFlagSet(Flag.NO_FC)).isTrue();
    assertThat(message.isFlagSet(Flag.OOB)).isTrue();
    assertThat(toOne.inTotalOrder()).isFalse();
  }

  @Test
  void shouldTakeTotalOrderAwayWhenSentToOneMember() {
    assertThat(FlagService.TOTAL_ORDER.toOne()).isSameAs(FlagService.FIFO);
  }
}
