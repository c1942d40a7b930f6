package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.MemberProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members that stand still while their daemon lives. */
class SilentMemberTest {
  private static final String TIMEOUT = "PT1S";
  private static final Duration LONGER = Duration.ofMillis(1500);
  private static final int PROBE = 2;
  private static final int SUSPICION = 4;
  private final List<Node> nodes = new ArrayList<>();
  private InTestDaemon daemon;

  @BeforeEach
  void startDaemon() throws Exception {
    daemon = InTestDaemon.start();
  }

  @AfterEach
  void close() throws Exception {
    daemon.thawAll();
    for (Node node : nodes) {
      node.close();
    }
    daemon.close();
  }

  private Node join(String name, String timeout) throws Exception {
    Node node = Node.joined(name, daemon.address(), SpreadSettings.FAILURE_TIMEOUT, timeout);
    nodes.add(node);
    return node;
  }

  private List<Node> joinAll(String... names) throws Exception {
    for (String name : names) {
      join(name, TIMEOUT);
    }
    awaitViewsOf(nodes, names.length);
    return nodes;
  }

  private static void awaitViewsOf(List<Node> some, int members) {
    Node.await().until(() -> some.stream().allMatch(node -> node.sees(members)));
  }

  /** Waits until each has counted others' silence for longer than it takes to suspect them. */
  private void awaitProbesOf(List<Node> some) {
    Map<String, Integer> enough = new HashMap<>();
    for (Node node : some) {
      String name = node.address().privateGroup();
      enough.put(name, daemon.said(name, PROBE) + Watch.BEATS + 2);
    }
    Node.await()
        .until(
            () ->
                enough.entrySet().stream()
                    .allMatch(each -> daemon.said(each.getKey(), PROBE) >= each.getValue()));
  }

  private static void awaitHeard(List<Node> some, String... what) {
    Node.await().until(() -> some.stream().allMatch(node -> node.heard.equals(List.of(what))));
  }

  private SpreadAddress freeze(Node node) {
    SpreadAddress address = node.address();
    daemon.freeze(address.privateGroup());
    return address;
  }

  @Test
  void shouldPutOutOneOfTwoAndTakeItBackWhenItGoesOn() throws Exception {
    joinAll("a", "b");
    Node a = nodes.get(0);
    Node b = nodes.get(1);
    SpreadAddress frozen = freeze(b);
    Node.await().until(() -> a.sees(1));
    assertThat(a.lastView().getFailedMembers()).containsExactly(frozen);
    assertThat(a.lastView().getLeavedMembers()).isEmpty();
    assertThat(b.sees(2)).isTrue();
    a.heard.clear();
    b.heard.clear();
    daemon.thaw(frozen.privateGroup());
    Node.await().until(() -> b.heard.equals(List.of("excluded", "[a, b]")));
    Node.await().until(() -> a.heard.equals(List.of("[a, b]")));
    assertThat(b.address()).isNotEqualTo(frozen);
    assertThat(b.errors).singleElement().asString().contains(SpreadSettings.FAILURE_TIMEOUT);
    b.send(ServiceNames.TOTAL_ORDER, "back");
    Node.await().until(() -> a.heard.contains("back") && b.heard.contains("back"));
  }

  @Test
  void shouldDeliverTheSameBeforeTheViewWithoutTheSilentOneAtAllMembers() throws Exception {
    List<Node> all = joinAll("a", "b", "c");
    List<Node> others = all.subList(0, 2);
    Node c = all.get(2);
    for (int i = 0; i < 200; i++) {
      c.send(ServiceNames.TOTAL_ORDER, "c" + i);
    }
    SpreadAddress frozen = freeze(c);
    for (int i = 0; !others.stream().allMatch(node -> node.sees(2)); i++) {
      for (Node node : others) {
        String text = node.address() + " " + i;
        node.send(ServiceNames.TOTAL_ORDER, text);
        Node.await().until(() -> node.heard.contains(text));
      }
    }
    daemon.thaw(frozen.privateGroup());
    Node.await().until(() -> c.heard.contains("excluded"));
    awaitViewsOf(all, 3);
    assertThat(since(others.get(0), "[a, b, c]")).isEqualTo(since(others.get(1), "[a, b, c]"));
    assertThat(since(others.get(0), "[a, b, c]")).doesNotHaveDuplicates();
    assertThat(idsOf(others.get(0))).endsWith(idsOf(others.get(1)).toArray());
  }

  private static List<String> since(Node node, String view) {
    return node.heard.subList(node.heard.indexOf(view), node.heard.lastIndexOf(view));
  }

  private static List<Object> idsOf(Node node) {
    return List.copyOf(node.views.stream().map(Membership::getMembershipID).toList());
  }

  @Test
  void shouldTellAJoinerOfTheSilentOneAndTheOthersNothingMoreOfIt() throws Exception {
    List<Node> all = List.copyOf(joinAll("a", "b", "c"));
    SpreadAddress frozen = freeze(all.get(2));
    List<Node> others = new ArrayList<>(all.subList(0, 2));
    awaitViewsOf(others, 2);
    others.add(join("d", TIMEOUT));
    awaitViewsOf(others, 3);
    assertThat(others)
        .allSatisfy(
            node -> assertThat(node.lastView().getMembershipList()).hasToString("[a, b, d]"));
    assertThat(idsOf(others.get(0))).contains(idsOf(others.get(2)).get(1));
    for (Node node : all.subList(0, 2)) {
      assertThat(node.lastView().getJoinedMembers()).hasToString("[d]");
    }
    int views = others.get(0).views.size();
    daemon.cut(frozen.privateGroup());
    awaitViewsOf(all, 4);
    assertThat(others.get(0).views).hasSize(views + 1);
    assertThat(others.get(0).lastView().getFailedMembers()).isEmpty();
  }

  @Test
  void shouldPutOutOneThatFellSilentJustBeforeAnotherJoined() throws Exception {
    List<Node> all = List.copyOf(joinAll("a", "b", "c"));
    freeze(all.get(2));
    List<Node> others = new ArrayList<>(all.subList(0, 2));
    others.add(join("d", TIMEOUT));
    assertThat(others.get(2).sees(4)).isTrue();
    awaitViewsOf(others, 3);
    assertThat(others.get(2).lastView().getFailedMembers()).containsExactly(all.get(2).address());
  }

  @Test
  void shouldNotLetAHalfSentMessageOfTheSilentOneHoldUpTheView() throws Exception {
    List<Node> all = List.copyOf(joinAll("a", "b", "c"));
    List<Node> others = new ArrayList<>(all.subList(0, 2));
    SpreadAddress frozen = freeze(all.get(2));
    Arrival begun = Recorder.fragments(frozen.privateGroup(), 1, "large", 3).get(0);
    for (Node node : others) {
      inject(node, begun);
    }
    long start = System.nanoTime();
    others.add(join("d", TIMEOUT));
    awaitViewsOf(others, 3);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void shouldPutOutASilentOneThatTheNetworkTookAwayAndBroughtBack() throws Exception {
    List<Node> all = List.copyOf(joinAll("a", "b", "c"));
    List<Node> others = all.subList(0, 2);
    SpreadAddress frozen = freeze(all.get(2));
    others.forEach(node -> node.heard.clear());
    daemon.cutOff(frozen.privateGroup());
    awaitHeard(others, "[a, b]");
    daemon.letBack();
    awaitHeard(others, "[a, b]", "[a, b, c]", "[a, b]");
    assertThat(others.get(0).lastView().getFailedMembers()).containsExactly(frozen);
    assertThat(idsOf(others.get(0))).endsWith(lastOf(idsOf(others.get(1)), 3));
    daemon.thaw(frozen.privateGroup());
    awaitViewsOf(all, 3);
    assertThat(all.get(2).heard).contains("excluded");
  }

  private static Object[] lastOf(List<Object> all, int count) {
    return all.subList(all.size() - count, all.size()).toArray();
  }

  @Test
  void shouldPutOutAtOnceWhomTheNetworkTookAwayWhenItWasPutOut() throws Exception {
    List<Node> all = List.copyOf(joinAll("a", "b", "c"));
    List<Node> others = all.subList(0, 2);
    SpreadAddress frozen = freeze(all.get(2));
    awaitViewsOf(others, 2);
    others.forEach(node -> node.heard.clear());
    int suspicions = suspicionsOf(others);
    daemon.cutOff(frozen.privateGroup());
    awaitHeard(others, "[a, b]");
    daemon.letBack();
    awaitHeard(others, "[a, b]", "[a, b, c]", "[a, b]");
    assertThat(suspicionsOf(others)).isEqualTo(suspicions);
    assertThat(idsOf(others.get(0))).endsWith(lastOf(idsOf(others.get(1)), 3));
    daemon.thaw(frozen.privateGroup());
    awaitViewsOf(all, 3);
    assertThat(all.get(2).heard).contains("excluded");
  }

  private int suspicionsOf(List<Node> some) {
    return some.stream()
        .mapToInt(node -> daemon.said(node.address().privateGroup(), SUSPICION))
        .sum();
  }

  @Test
  void shouldNotSayThatItLivesOnceItHasLeft() throws Exception {
    join("a", "PT30S");
    Node b = join("b", "PT0.1S");
    awaitViewsOf(nodes, 2);
    SpreadAddress frozen = freeze(b);
    Thread leaving = ThreadMaker.OF_DAEMONS.make(() -> leave(b), "leaving");
    leaving.start();
    Node.await().during(Duration.ofMillis(500)).until(() -> b.control.getLocalAddress() == null);
    daemon.thaw(frozen.privateGroup());
    leaving.join();
    awaitViewsOf(nodes.subList(0, 1), 1);
    assertThat(nodes.get(0).lastView().getLeavedMembers()).containsExactly(frozen);
    assertThat(daemon.strayBeats()).isZero();
  }

  private static void leave(Node node) {
    try {
      node.control.leave();
    } catch (GroupException e) {
      throw new IllegalStateException(e);
    }
  }

  private void inject(Node receiver, Arrival arrival) {
    int hint = arrival.tag().toApplication() << 8;
    int bit = arrival.tag().service().bit();
    DaemonFrame frame = new DaemonFrame(bit, arrival.sender(), List.of("g"), hint, arrival.data());
    daemon.inject(receiver.address().privateGroup(), frame.toBytes(daemon.order()));
  }

  @Test
  void shouldSuspectNobodyWhenAllStoodStillTogether() throws Exception {
    List<Node> all = joinAll("a", "b", "c");
    List<List<String>> heard = heardBy(all);
    all.forEach(this::freeze);
    Node.await().during(LONGER).until(() -> heardBy(all).equals(heard));
    daemon.thawAll();
    awaitProbesOf(all);
    assertThat(heardBy(all)).isEqualTo(heard);
  }

  private static List<List<String>> heardBy(List<Node> all) {
    return all.stream().map(node -> List.copyOf(node.heard)).toList();
  }

  @Test
  void shouldSuspectNobodyItselfWhenItGoesOn() throws Exception {
    List<Node> all = joinAll("a", "b", "c");
    SpreadAddress frozen = freeze(all.get(0));
    awaitViewsOf(all.subList(1, 3), 2);
    daemon.thaw(frozen.privateGroup());
    awaitViewsOf(all, 3);
    List<Node> others = all.subList(1, 3);
    List<List<String>> heard = heardBy(others);
    awaitProbesOf(all);
    assertThat(heardBy(others)).isEqualTo(heard);
    assertThat(others).allSatisfy(node -> assertThat(node.heard).doesNotContain("excluded"));
  }

  @Test
  void shouldPutNobodyOutWhileOneIsToldNotTo() throws Exception {
    List<Node> all = joinAll("a", "b");
    Node c = join("c", "PT0S");
    awaitViewsOf(all, 3);
    freeze(all.get(1));
    awaitProbesOf(all.subList(0, 1));
    assertThat(all.get(0).sees(3)).isTrue();
    assertThat(c.sees(3)).isTrue();
    c.control.leave();
    Node.await().until(() -> all.get(0).sees(1));
  }

  @Test
  void shouldPutOutAProcessThatIsStoppedAndTakeItBack() throws Exception {
    joinAll("a", "b");
    Map<String, String> settings =
        Map.of(
            ProtocolProvider.MEMBER_NAME,
            "still",
            ProtocolProvider.PEERS,
            daemon.address(),
            SpreadSettings.FAILURE_TIMEOUT,
            "PT2S");
    try (MemberProcess process = MemberProcess.start("spread", "g", settings)) {
      awaitViewsOf(nodes, 3);
      Object before = nodes.get(0).lastView().getJoinedMembers().get(0);
      process.cutOff();
      awaitViewsOf(nodes, 2);
      assertThat(nodes.get(0).lastView().getFailedMembers().get(0)).isEqualTo(before);
      process.letBack();
      awaitViewsOf(nodes, 3);
      assertThat(nodes.get(0).lastView().getJoinedMembers().get(0)).isNotEqualTo(before);
    }
  }
}
