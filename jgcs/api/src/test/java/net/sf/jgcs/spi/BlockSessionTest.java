package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.sf.jgcs.BlockListener;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.MembershipListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlockSessionTest {
  private static final MembershipListener NO_VIEWS =
      new MembershipListener() {
        @Override
        public void onMembershipChange() {}

        @Override
        public void onExcluded() {}
      };

  private final PolledProtocol protocol = new PolledProtocol();
  private final List<String> calls = new ArrayList<>();
  private PolledControl session;

  @BeforeEach
  void open() throws GroupException {
    session = (PolledControl) protocol.openControlSession(new PolledGroup("g"));
  }

  @AfterEach
  void close() throws IOException {
    protocol.close();
  }

  @Test
  void shouldAskTheListenerThatWasSetLastToBlock() throws GroupException {
    BlockListener second =
        () -> {
          calls.add("second");
          session.blockOk();
        };
    session.setBlockListener(() -> calls.add("first"));
    session.setBlockListener(second);
    session.notifyBlock();
    assertThat(calls).containsExactly("second");
    assertThat(session.isBlocked()).isTrue();
    assertThat(session.getBlockListener()).isSameAs(second);
  }

  @Test
  void shouldAskNobodyToBlockWithoutAListener() throws GroupException {
    session.notifyBlock();
    session.setBlockListener(() -> calls.add("blocked"));
    session.setBlockListener(null);
    session.notifyBlock();
    assertThat(calls).isEmpty();
  }

  @Test
  void shouldRefuseABlockListenerWhenClosed() throws GroupException {
    session.close();
    assertThatThrownBy(() -> session.setBlockListener(() -> {}))
        .isInstanceOf(ClosedSessionException.class);
  }

  @Test
  void shouldHaveAllListenersOnceAllThreeAreSet() throws GroupException {
    session.setExceptionListener(failure -> {});
    session.setMembershipListener(NO_VIEWS);
    assertThat(session.hasAllListeners()).isFalse();
    session.setBlockListener(() -> {});
    assertThat(session.hasAllListeners()).isTrue();
    session.setMembershipListener(null);
    assertThat(session.hasAllListeners()).isFalse();
  }

  @Test
  void shouldHaveNoMembershipUntilTheBindingSetsOne() {
    assertThatThrownBy(session::getMembership).isInstanceOf(InvalidStateException.class);
    assertThatThrownBy(session::getMembershipID).isInstanceOf(InvalidStateException.class);
  }
}
