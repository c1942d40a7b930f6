package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members whose listeners are slow. */
class BacklogTest {
  private static final String MEBIBYTE = Integer.toString(1 << 20);
  private final CountDownLatch blocked = new CountDownLatch(1);
  private InTestDaemon daemon;

  @BeforeEach
  void startDaemon() throws Exception {
    daemon = InTestDaemon.start();
  }

  @AfterEach
  void closeDaemon() {
    blocked.countDown();
    daemon.close();
  }

  private Object block() {
    try {
      return blocked.await(60, TimeUnit.SECONDS) ? null : this;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  @Test
  void shouldDrainTheSocketWhileAListenerIsSlow() throws Exception {
    try (Node a = Node.joined("a", daemon.address());
        Node b = Node.joined("b", daemon.address())) {
      AtomicInteger heard = new AtomicInteger();
      b.listen(
          message -> {
            heard.incrementAndGet();
            return block();
          });
      for (int i = 0; i < 5_000; i++) {
        a.send(ServiceNames.TOTAL_ORDER, new byte[100]);
      }
      Node.await().until(() -> a.payloads.size() == 5_000);
      blocked.countDown();
      Node.await().until(() -> heard.get() == 5_000);
      assertThat(b.heard).doesNotContain("excluded");
    }
  }

  @Test
  void shouldPutAMemberOutThatLagsTooFarBehindAndSayWhy() throws Exception {
    try (Node a = Node.joined("a", daemon.address());
        Node b = Node.joined("b", daemon.address(), "queue-bytes", MEBIBYTE)) {
      b.listen(message -> block());
      SpreadAddress slow = b.address();
      for (int i = 0; i < 30; i++) {
        a.send(ServiceNames.FIFO, new byte[50_000]);
      }
      Node.await().until(() -> a.payloads.size() == 30);
      Node.await().until(() -> a.views.stream().anyMatch(v -> v.getFailedMembers().contains(slow)));
      blocked.countDown();
      Node.await().until(() -> b.heard.contains("excluded") && !b.errors.isEmpty());
      assertThat(b.errors.get(0)).contains("too slow").contains("queue-bytes").contains(MEBIBYTE);
      Node.await().until(() -> a.sees(2));
    }
  }

  @Test
  void shouldPutAMemberOutThatLagsBehindLargeMessagesToo() throws Exception {
    try (Node a = Node.joined("a", daemon.address());
        Node b = Node.joined("b", daemon.address(), "queue-bytes", MEBIBYTE)) {
      b.listen(message -> block());
      for (int i = 0; i < 10; i++) {
        a.send(ServiceNames.FIFO, new byte[500_000]);
      }
      Node.await().until(() -> a.sees(1));
      blocked.countDown();
      Node.await().until(() -> b.heard.contains("excluded") && !b.errors.isEmpty());
      assertThat(b.errors.get(0)).contains("too slow");
    }
  }

  @Test
  void shouldStayWhenLargeMessagesOfAllMembersAreUnderWayAndComeAtOnce() throws Exception {
    try (Node a = Node.joined("a", daemon.address(), "queue-bytes", MEBIBYTE)) {
      String own = a.address().privateGroup();
      List<String> members = List.of(own, "#x$$$1#d9", "#y$$$1#d9");
      injectView(own, members);
      a.listen(
          message -> {
            block();
            return a.keep(message);
          });
      List<List<Arrival>> messages = new ArrayList<>();
      for (String member : members) {
        messages.add(Recorder.fragments(member, 1, new byte[500_000], 100_000));
      }
      for (int part = 0; part < 5; part++) {
        for (List<Arrival> message : messages) {
          inject(own, message.get(part));
        }
      }
      Node.await().until(() -> a.control.joinedMember().backlog() > 1_500_000);
      blocked.countDown();
      Node.await().until(() -> a.payloads.size() == 3);
      assertThat(a.heard).doesNotContain("excluded");
    }
  }

  /** No more than may come at once: with more a listener may lag that gets no processor. */
  @Test
  void shouldKeepAllMembersWhileAllSendLargeMessages() throws Exception {
    try (Node a = Node.joined("a", daemon.address(), "queue-bytes", MEBIBYTE);
        Node b = Node.joined("b", daemon.address(), "queue-bytes", MEBIBYTE);
        Node c = Node.joined("c", daemon.address(), "queue-bytes", MEBIBYTE)) {
      List<Node> all = List.of(a, b, c);
      Node.await().until(() -> all.stream().allMatch(node -> node.sees(3)));
      for (Node node : all) {
        new Thread(() -> sendLarge(node, 2), "sender").start();
      }
      Node.await().until(() -> all.stream().allMatch(node -> node.payloads.size() == 6));
      assertThat(all).allSatisfy(node -> assertThat(node.heard).doesNotContain("excluded"));
    }
  }

  private static void sendLarge(Node node, int number) {
    try {
      for (int i = 0; i < number; i++) {
        node.send(ServiceNames.TOTAL_ORDER, new byte[500_000]);
      }
    } catch (Exception e) {
      node.errors.add(e.toString());
    }
  }

  private void injectView(String receiver, List<String> members) {
    int[] id = {1, 2, 9};
    List<List<String>> joined = List.of(members.subList(1, 2));
    DaemonFrame view =
        DaemonFrame.view("g", members, DaemonFrame.BY_JOIN, id, joined, 0, daemon.order());
    daemon.inject(receiver, view.toBytes(daemon.order()));
  }

  private void inject(String receiver, Arrival arrival) {
    int hint = arrival.tag().toApplication() << 8;
    DaemonFrame frame =
        new DaemonFrame(
            arrival.tag().service().bit(), arrival.sender(), List.of("g"), hint, arrival.data());
    daemon.inject(receiver, frame.toBytes(daemon.order()));
  }

  @Test
  void shouldLetASenderWaitForItsOwnSlowListener() throws Exception {
    try (Node a = Node.joined("a", daemon.address(), "queue-bytes", MEBIBYTE)) {
      a.listen(
          message -> {
            block();
            return a.keep(message);
          });
      Thread sender = new Thread(() -> sendAll(a));
      sender.start();
      Node.await().until(() -> waits(sender));
      assertThat(a.control.joinedMember().backlog()).isBetween(1L << 19, 1L << 20);
      blocked.countDown();
      Node.await().until(() -> a.payloads.size() == 30);
      assertThat(a.heard).doesNotContain("excluded");
    }
  }

  private static boolean waits(Thread sender) {
    return isIn(sender, "awaitRoom");
  }

  private static boolean isIn(Thread thread, String method) {
    return Arrays.stream(thread.getStackTrace()).anyMatch(f -> f.getMethodName().equals(method));
  }

  @Test
  void shouldLeaveInOrderWhateverComesMeanwhile() throws Exception {
    try (Node a = Node.joined("a", daemon.address());
        Node b = Node.joined("b", daemon.address(), "queue-bytes", MEBIBYTE)) {
      SpreadAddress leaver = b.address();
      Thread leave = new Thread(() -> leave(b), "leave");
      InTestDaemon stopped = daemon;
      synchronized (stopped) { // which so hears of the leave only afterwards
        leave.start();
        Node.await().until(() -> isIn(leave, "await"));
        Arrival message =
            new Arrival(
                a.address().privateGroup(), new Tag(SpreadService.FIFO, false), new byte[50_000]);
        for (int i = 0; i < 30; i++) {
          inject(leaver.privateGroup(), message);
        }
        Node.await().during(Duration.ofMillis(300)).until(() -> isIn(leave, "await"));
      }
      leave.join();
      Node.await().until(() -> a.sees(1));
      assertThat(a.lastView().getLeavedMembers()).containsExactly(leaver);
    }
  }

  private static void leave(Node node) {
    try {
      node.control.leave();
    } catch (GroupException e) {
      node.errors.add(e.toString());
    }
  }

  /** Each message has come back before the next is sent. */
  private void sendAll(Node node) {
    try {
      for (int i = 1; i <= 30; i++) {
        node.send(ServiceNames.FIFO, new byte[50_000]);
        long expected = i * 50_000L;
        SpreadMember member = node.control.joinedMember();
        Node.await().until(() -> blocked.getCount() == 0 || member.backlog() >= expected);
      }
    } catch (Exception e) {
      node.errors.add(e.toString());
    }
  }
}
