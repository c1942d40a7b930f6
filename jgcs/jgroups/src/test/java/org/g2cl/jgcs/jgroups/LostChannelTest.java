package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.jgroups.JGroupsGroup;
import org.junit.jupiter.api.Test;

class LostChannelTest {
  @Test
  void shouldTellThatItIsOutOfTheGroupAndJoinAgainWhenItsChannelWasClosed() throws Exception {
    try (Protocol protocol =
        Protocols.factory(JGroupsProtocolProvider.NAME, Map.of()).createProtocol()) {
      JGroupsControlSession control =
          (JGroupsControlSession) protocol.openControlSession(new JGroupsGroup("g"));
      AtomicInteger exclusions = new AtomicInteger();
      control.setMembershipListener(new Exclusions(exclusions));
      control.join();
      control.joinedMember().closeChannel();
      assertThat(exclusions).hasValue(1);
      assertThat(control.getLocalAddress()).isNull();
      assertThatThrownBy(control::getMembership).isInstanceOf(InvalidStateException.class);
      control.join();
      assertThat(control.getMembership().getMembershipList()).hasSize(1);
      control.leave();
      assertThat(exclusions).hasValue(1);
    }
  }

  private record Exclusions(AtomicInteger count) implements MembershipListener {
    @Override
    public void onMembershipChange() {}

    @Override
    public void onExcluded() {
      count.incrementAndGet();
    }
  }
}
