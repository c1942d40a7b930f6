package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Protocol;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Joining and leaving with a control session alone, and no listener at all. */
public abstract class JoinLeaveContract extends ContractTest {
  /** A group of threads tells their number about. */
  private static final int MORE = 10;

  private Protocol protocol;
  private ControlSession control;

  /** For the subclass of a binding. */
  protected JoinLeaveContract() {}

  @BeforeEach
  void openSession() throws Exception {
    protocol = protocol("a");
    control = protocol.openControlSession(binding().group());
  }

  @Test
  void shouldHaveAnAddressOnlyWhileJoined() throws Exception {
    assertThat(control.getLocalAddress()).isNull();
    control.join();
    await("an address", () -> control.getLocalAddress() != null);
    control.leave();
    assertThat(control.getLocalAddress()).isNull();
    control.close();
    protocol.close();
  }

  @Test
  void shouldLeaveWhenClosedWhileJoined() throws Exception {
    control.join();
    await("an address", () -> control.getLocalAddress() != null);
    control.close();
    assertThat(control.isClosed()).isTrue();
    assertThat(control.getLocalAddress()).isNull();
    protocol.close();
  }

  @Test
  void shouldRefuseToJoinTwice() throws Exception {
    control.join();
    await("an address", () -> control.getLocalAddress() != null);
    assertThatThrownBy(control::join).isInstanceOf(InvalidStateException.class);
    protocol.close();
  }

  @Test
  void shouldRefuseToLeaveWhenNotJoined() throws Exception {
    assertThatThrownBy(control::leave).isInstanceOf(InvalidStateException.class);
    control.join();
    control.leave();
    assertThatThrownBy(control::leave).isInstanceOf(InvalidStateException.class);
  }

  @Test
  void shouldRefuseWhatNeedsAMembershipWhenNotJoined() throws Exception {
    MembershipSession session = (MembershipSession) control;
    assertThatThrownBy(session::getMembership).isInstanceOf(InvalidStateException.class);
    assertThatThrownBy(session::getMembershipID).isInstanceOf(InvalidStateException.class);
    var data = protocol.openDataSession(binding().group());
    var message = data.createMessage();
    assertThatThrownBy(() -> data.multicast(message, null, null))
        .isInstanceOf(InvalidStateException.class);
  }

  @Test
  void shouldJoinAgainUnderAnotherAddress() throws Exception {
    control.join();
    var first = control.getLocalAddress();
    control.leave();
    control.join();
    assertThat(control.getLocalAddress()).isNotNull();
    if (binding().givesNewAddresses()) {
      assertThat(control.getLocalAddress()).isNotEqualTo(first);
    }
  }

  /** Threads that the process keeps for good may be started by the first group. */
  @Test
  void shouldEndItsThreadsWhenItsMembersAreClosed() throws Exception {
    joinAndClose();
    open();
    ThreadGroup threads = new ThreadGroup("members");
    FutureTask<Void> again = new FutureTask<>(this::joinAndClose);

    new Thread(threads, again, "opener").start();
    again.get();

    try {
      await("the end of the members' threads", () -> running(threads).isEmpty());
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("still running: " + running(threads), e);
    }
  }

  private Void joinAndClose() throws Exception {
    joined("b", "c");
    close();
    return null;
  }

  /** Threads of the group: what its threads have started, but in pools of before it. */
  private static List<String> running(ThreadGroup threads) {
    Thread[] some = new Thread[threads.activeCount() + MORE];
    int count = threads.enumerate(some);
    return Stream.of(some).limit(count).map(Thread::getName).toList();
  }
}
