package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages of unusual sizes, and of those who are no members or not ours. */
class MessagesTest {
  private static final String STRANGER = "#x$$$1#d9";
  private InTestDaemon daemon;
  private Node a;

  @BeforeEach
  void join() throws Exception {
    daemon = InTestDaemon.start();
    a = Node.joined("a", daemon.address(), "fragment-bytes", "140000", "failure-timeout", "PT0S");
  }

  @AfterEach
  void close() throws Exception {
    a.close();
    daemon.close();
  }

  @Test
  void shouldNeverSendAFrameThatStopsTheDaemon() throws Exception {
    List<byte[]> sent = new ArrayList<>();
    Random random = new Random(5);
    for (int size : new int[] {139_999, 140_000, 140_001, 143_120, 143_121, 280_000, 420_001}) {
      byte[] payload = new byte[size];
      random.nextBytes(payload);
      sent.add(payload);
      a.send(ServiceNames.TOTAL_ORDER, payload);
    }
    Node.await().until(() -> a.payloads.size() == sent.size());
    assertThat(a.payloads).usingElementComparator(Arrays::compare).isEqualTo(sent);
    assertThat(daemon.aborts()).isZero();
  }

  @Test
  void shouldAddNoByteToAMessageThatFitsIntoAFrame() throws Exception {
    a.send(ServiceNames.TOTAL_ORDER, new byte[9]);
    a.send(ServiceNames.UNORDERED, new byte[140_000], new PointToPoint(a.address()));
    Node.await().until(() -> a.payloads.size() == 2);
    assertThat(daemon.carried()).isEqualTo(140_009);
  }

  @Test
  void shouldRefuseAMessageThatNoReceiverCouldKeep() throws Exception {
    assertThatThrownBy(() -> a.send(ServiceNames.FIFO, new byte[(32 << 20) + 1]))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("33554433")
        .hasMessageContaining("queue-bytes");
    a.send(ServiceNames.FIFO, "small");
    Node.await().until(() -> a.heard.contains("small"));
  }

  @Test
  void shouldKeepTheOrderOfLargeAndSmallMessages() throws Exception {
    try (Node b = Node.joined("b", daemon.address(), "fragment-bytes", "100")) {
      for (int i = 0; i < 20; i++) {
        b.send(ServiceNames.FIFO, i + "x".repeat(1000));
        b.send(ServiceNames.FIFO, i + "y");
      }
      Node.await().until(() -> a.payloads.size() == 40);
      for (int i = 0; i < 20; i++) {
        assertThat(new String(a.payloads.get(2 * i), StandardCharsets.US_ASCII))
            .startsWith(i + "x");
        assertThat(new String(a.payloads.get(2 * i + 1), StandardCharsets.US_ASCII))
            .isEqualTo(i + "y");
      }
    }
  }

  @Test
  void shouldWorkWithADaemonOfTheOtherByteOrder() throws Exception {
    try (InTestDaemon other = InTestDaemon.startBigEndian();
        Node b = Node.joined("b", other.address());
        Node c = Node.joined("c", other.address())) {
      Node.await().until(() -> b.sees(2));
      b.send(ServiceNames.SAFE, "safe");
      c.send(ServiceNames.UNORDERED, "to b", new PointToPoint(b.address()));
      Node.await().until(() -> b.heard.containsAll(List.of("safe", "to b")));
      assertThat(c.heard).containsExactly("[b, c]", "safe");
    }
  }

  private void inject(int type, String sender, List<String> groups, int hint, String text) {
    byte[] data = text.getBytes(StandardCharsets.US_ASCII);
    DaemonFrame frame = new DaemonFrame(type, sender, groups, hint, data);
    daemon.inject(a.address().privateGroup(), frame.toBytes(daemon.order()));
  }

  private long dropped() throws GroupException {
    return a.control.joinedMember().dropped();
  }

  @Test
  void shouldDropMessagesOfOtherApplicationsAndGoOn() throws Exception {
    String own = a.address().privateGroup();
    inject(Bits.FIFO, own, List.of("g"), 0, "no tag");
    inject(Bits.FIFO, own, List.of("g"), 0x00670900, "no such service");
    inject(Bits.FIFO, own, List.of("g"), 0x00674200, "a bit that means nothing");
    inject(Bits.FIFO, own, List.of("g"), 0x00671200, "short");
    a.send(ServiceNames.FIFO, "next");
    Node.await().until(() -> a.heard.contains("next"));
    assertThat(a.heard).containsExactly("[a]", "next");
    assertThat(dropped()).isEqualTo(4);
  }

  @Test
  void shouldHoldAMessageBackThatOvertookTheViewOfItsSender() throws Exception {
    inject(Bits.RELIABLE, STRANGER, List.of("g"), 0x00670200, "early");
    a.send(ServiceNames.FIFO, "first");
    Node.await().until(() -> a.heard.contains("first"));
    assertThat(a.heard).doesNotContain("early");
    injectView(DaemonFrame.BY_JOIN, 9, List.of(List.of(STRANGER)));
    Node.await().until(() -> a.heard.contains("early"));
    assertThat(a.heard).containsExactly("[a]", "first", "[x, a]", "early");
  }

  /** A view of a and the stranger, with that set or those sets of members. */
  private void injectView(int cause, int index, List<List<String>> sets) {
    String own = a.address().privateGroup();
    List<String> members = List.of(own, STRANGER);
    int[] id = {1, 2, index};
    DaemonFrame view = DaemonFrame.view("g", members, cause, id, sets, 0, daemon.order());
    daemon.inject(own, view.toBytes(daemon.order()));
  }

  @Test
  void shouldDeliverAHalfSentMessageBeforeTheViewInWhichAMemberComesBack() throws Exception {
    String own = a.address().privateGroup();
    injectView(DaemonFrame.BY_JOIN, 8, List.of(List.of(STRANGER)));
    List<Arrival> large = Recorder.fragments(own, 1, "large", 3);
    injectFragment(large.get(0));
    injectView(DaemonFrame.BY_NETWORK, 9, List.of(List.of(own), List.of(STRANGER)));
    injectFragment(large.get(1));
    Node.await().until(() -> a.heard.size() == 5);
    assertThat(a.heard).containsExactly("[a]", "[x, a]", "large", "[a]", "[x, a]");
  }

  private void injectFragment(Arrival fragment) {
    int hint = fragment.tag().toApplication() << 8;
    DaemonFrame frame =
        new DaemonFrame(Bits.AGREED, fragment.sender(), List.of("g"), hint, fragment.data());
    daemon.inject(a.address().privateGroup(), frame.toBytes(daemon.order()));
  }

  @Test
  void shouldDropMessagesOfThoseWhoNeverBecomeMembers() throws Exception {
    inject(Bits.RELIABLE, STRANGER, List.of("g"), 0x00670200, "stranger");
    Node.await().until(() -> dropped() == 1);
    assertThat(a.heard).doesNotContain("stranger");
  }
}
