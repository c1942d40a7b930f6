package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.AbstractControlSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What members hear when a connection is lost, and how they come back. */
class DaemonLossTest {
  private InTestDaemon daemon;
  private Node a;
  private Node b;

  @BeforeEach
  void join() throws Exception {
    daemon = InTestDaemon.start();
    a = Node.joined("a", daemon.address());
    b = Node.joined("b", daemon.address());
    Node.await().until(() -> a.sees(2));
  }

  @AfterEach
  void close() throws Exception {
    a.close();
    b.close();
    daemon.close();
  }

  @Test
  void shouldTellALostMemberAsFailedAndItsReturnAsAJoin() throws Exception {
    SpreadAddress before = b.address();
    a.heard.clear();
    b.heard.clear();
    daemon.cut(before.privateGroup());
    Node.await().until(() -> a.heard.equals(List.of("[a]", "[a, b]")));
    Node.await().until(() -> b.heard.equals(List.of("excluded", "[a, b]")));
    assertThat(a.views.get(a.views.size() - 2).getFailedMembers()).containsExactly(before);
    assertThat(a.lastView().getJoinedMembers()).containsExactly(b.address());
    assertThat(b.address()).isNotEqualTo(before);
    assertThat(b.lastView().getJoinedMembers()).hasSize(2);
    assertThat(b.errors).singleElement().asString().contains("MaxSessionMessages");
    b.send(ServiceNames.TOTAL_ORDER, "back");
    Node.await().until(() -> a.heard.contains("back") && b.heard.contains("back"));
  }

  @Test
  void shouldComeBackWhenTheListenerThatIsToldOfTheLossFails() throws Exception {
    b.control.setExceptionListener(
        e -> {
          throw new IllegalStateException("thrown by the test");
        });
    b.heard.clear();
    daemon.cut(b.address().privateGroup());
    awaitReturn("[a, b]");
  }

  @Test
  void shouldComeBackWhenWhatTheListenerThrowsCannotBeDescribed() throws Exception {
    b.control.setMembershipListener(new ErrorWhenExcluded(b));
    b.heard.clear();
    daemon.cut(b.address().privateGroup());
    awaitReturn("[a, b]");
    assertThat(b.errors).anyMatch(error -> error.contains("MaxSessionMessages"));
  }

  private record ErrorWhenExcluded(Node node) implements MembershipListener {
    @Override
    public void onMembershipChange() {
      node.onMembershipChange();
    }

    @Override
    public void onExcluded() {
      node.onExcluded();
      throw new Unspeakable();
    }
  }

  private void awaitReturn(String view) {
    Node.await()
        .dontCatchUncaughtExceptions()
        .until(() -> b.heard.equals(List.of("excluded", view)));
  }

  /** Cause that cannot be logged, as when memory is out. */
  private static final class UnspeakableCause extends GroupException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new InternalError("thrown by the test");
    }
  }

  @Test
  void shouldComeBackWhenTheLossCannotBeLogged() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    b.control.setExceptionListener(e -> told.countDown());
    SpreadMember before = b.control.joinedMember();
    b.heard.clear();
    b.control.loss(before, new UnspeakableCause()).run();
    awaitReturn("[a, b, b]");
    assertThat(told.getCount()).isZero();
    before.abort();
  }

  @Test
  void shouldTellTheLossAndComeBackWhenTheConnectionCannotBeClosed() throws Exception {
    SpreadAddress before = b.address();
    replaceSocket(
        connection(b.control.joinedMember()),
        new Socket() {
          @Override
          public synchronized void close() {
            throw new InternalError("thrown by the test");
          }
        });
    b.heard.clear();
    daemon.cut(before.privateGroup());
    awaitReturn("[a, b]");
  }

  private static DaemonConnection connection(SpreadMember member)
      throws ReflectiveOperationException {
    Field field = SpreadMember.class.getDeclaredField("link");
    field.setAccessible(true);
    Object link = field.get(member);
    Field connection = link.getClass().getDeclaredField("connection");
    connection.setAccessible(true);
    return (DaemonConnection) connection.get(link);
  }

  private static void replaceSocket(DaemonConnection connection, Socket socket)
      throws ReflectiveOperationException {
    Field field = DaemonConnection.class.getDeclaredField("socket");
    field.setAccessible(true);
    field.set(connection, socket);
  }

  @Test
  void shouldComeBackWhenTheDaemonIsStartedAgain() throws Exception {
    int port = daemon.port();
    daemon.close();
    Node.await().until(() -> a.heard.contains("excluded") && b.heard.contains("excluded"));
    assertThatThrownBy(() -> a.send(ServiceNames.FIFO, "x"))
        .isInstanceOf(InvalidStateException.class);
    a.views.clear();
    b.views.clear();
    daemon = InTestDaemon.start(port);
    Node.await().until(() -> a.sees(2) && b.sees(2));
    a.send(ServiceNames.FIFO, "back");
    Node.await().until(() -> b.heard.contains("back"));
  }

  @Test
  void shouldStopComingBackWhenTheApplicationLeaves() throws Exception {
    int port = daemon.port();
    daemon.close();
    Node.await().until(() -> a.heard.contains("excluded") && b.heard.contains("excluded"));
    a.control.leave();
    assertThatThrownBy(a.control::leave).isInstanceOf(InvalidStateException.class);
    b.views.clear();
    daemon = InTestDaemon.start(port);
    Node.await().until(() -> b.sees(1));
    assertThat(a.control.getLocalAddress()).isNull();
    assertThat(daemon.clients()).hasSize(1);
  }

  /** Lock of a session that loses its daemon as soon as the lock is free. */
  private static final class Losing extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    private final transient SpreadControlSession session;
    private boolean lost;

    Losing(SpreadControlSession session) {
      this.session = session;
    }

    @Override
    public void unlock() {
      super.unlock();
      if (lost) {
        return;
      }
      lost = true;
      try {
        session.loss(session.joinedMember(), new GroupException("lost by the test")).run();
      } catch (GroupException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void shouldNotComeBackWhenTheDaemonIsLostWhileTheApplicationLeaves() throws Exception {
    Field lock = AbstractControlSession.class.getDeclaredField("lock");
    lock.setAccessible(true);
    lock.set(b.control, new Losing(b.control));
    b.control.leave();
    assertThat(b.heard).contains("excluded");
    Node.await().during(Duration.ofMillis(500)).until(() -> b.control.getLocalAddress() == null);
  }

  @Test
  void shouldNotComeBackWhenTheListenerLeavesInsideTheExclusion() throws Exception {
    try (Node c = new Node("c", daemon.address())) {
      c.control.setMembershipListener(new LeaveWhenExcluded(c));
      c.control.join();
      daemon.cut(c.address().privateGroup());
      Node.await().until(() -> c.heard.contains("left") && !c.errors.isEmpty());
      assertThatThrownBy(c.control::leave).isInstanceOf(InvalidStateException.class);
      assertThat(c.control.getLocalAddress()).isNull();
    }
  }

  private record LeaveWhenExcluded(Node node) implements MembershipListener {
    @Override
    public void onMembershipChange() {}

    @Override
    public void onExcluded() {
      try {
        node.control.leave();
        node.heard.add("left");
      } catch (GroupException e) {
        node.heard.add(e.toString());
      }
    }
  }

  @Test
  void shouldGiveUpComingBackAfterAWhileAndSaySo() throws Exception {
    try (Node c = Node.joined("c", daemon.address(), "reconnect-timeout", "PT0.2S")) {
      daemon.close();
      Node.await().until(() -> c.errors.size() == 2);
      assertThat(c.errors.get(1)).contains("reconnect-timeout").contains("PT0.2S");
      assertThatThrownBy(c.control::leave).isInstanceOf(InvalidStateException.class);
    }
  }

  @Test
  void shouldLetTheApplicationJoinAgainItself() throws Exception {
    try (Node c = new Node("c", daemon.address(), "reconnect-timeout", "PT0S")) {
      c.control.setMembershipListener(new RejoinWhenExcluded(c));
      c.control.join();
      SpreadAddress before = c.address();
      daemon.cut(before.privateGroup());
      Node.await().until(() -> c.heard.contains("joined again"));
      assertThat(c.address()).isNotNull().isNotEqualTo(before);
      Node.await().until(() -> a.lastView().getMembershipList().contains(c.address()));
    }
  }

  private record RejoinWhenExcluded(Node node) implements MembershipListener {
    @Override
    public void onMembershipChange() {
      node.onMembershipChange();
    }

    @Override
    public void onExcluded() {
      try {
        node.control.join();
        node.heard.add("joined again");
      } catch (GroupException e) {
        node.heard.add(e.toString());
      }
    }
  }

  @Test
  void shouldStayOutWhenToldSo() throws Exception {
    try (Node c = Node.joined("c", daemon.address(), "reconnect-timeout", "PT0S")) {
      daemon.cut(c.address().privateGroup());
      Node.await().until(() -> c.heard.contains("excluded") && a.sees(2));
      c.control.join();
      Node.await().until(() -> a.sees(3));
    }
  }

  @Test
  void shouldLeaveTheGroupWhenTheDaemonSpeaksNonsense() throws Exception {
    byte[] garbage = new byte[48];
    garbage[0] = (byte) 0x80;
    daemon.inject(b.address().privateGroup(), garbage);
    Node.await().until(() -> b.heard.contains("excluded") && !b.errors.isEmpty());
    assertThat(b.errors.get(0)).contains("byte-order mark");
    Node.await().until(() -> b.sees(2) && b.heard.indexOf("excluded") < b.heard.size() - 1);
  }
}
