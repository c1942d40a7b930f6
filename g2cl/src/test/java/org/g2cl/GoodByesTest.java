package org.g2cl;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Service;
import net.sf.jgcs.spi.CountedViewId;
import net.sf.jgcs.spi.ViewMembership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GoodByesTest {
  private static final Map<String, String> SECRET =
      Map.of("chain", "crypto", "crypto.secret", "the-secret-of-the-members");
  private static final SocketAddress SELF = InetSocketAddress.createUnresolved("self", 1);
  private static final SocketAddress LEAVER = InetSocketAddress.createUnresolved("leaver", 1);
  private static final byte[] GREETING = {};
  private static final byte[] LEAVING = {1};
  private static final byte[] NOTED = {4};

  private final TestGroup group = new TestGroup();

  /** What was sent, the last at the end. */
  private final List<byte[]> sent = new CopyOnWriteArrayList<>();

  private final GoodByes goodByes = new GoodByes(() -> SELF, (to, content) -> sent.add(content));
  private long views;
  private long heard;

  @AfterEach
  void close() throws Exception {
    group.close();
  }

  private static List<SocketAddress> members(SocketAddress... members) {
    return List.of(members);
  }

  private Membership view(
      List<SocketAddress> members, List<SocketAddress> joined, List<SocketAddress> left) {
    CountedViewId id = new CountedViewId(InetSocketAddress.createUnresolved("self", 1), ++views);
    return new ViewMembership(id, SELF, members, joined, left, members());
  }

  private Membership together() {
    return view(members(SELF, LEAVER), members(LEAVER), members());
  }

  /** As the engine tells it, whoever made it believe so. */
  private Membership left() {
    return view(members(SELF), members(), members(LEAVER));
  }

  private void hear(byte[] content) {
    hear(content, ++heard);
  }

  /** Hears what its sender sent at that place of its order. */
  private void hear(byte[] content, long sequence) {
    Envelope.Instance instance = new Envelope.Instance(1, 2);
    Envelope head = new Envelope(Envelope.GREETING, 0, instance, 0, sequence);
    goodByes.receive(LEAVER, head, ByteBuffer.wrap(content));
  }

  /** Answer to what was asked back last. */
  private byte[] answer() {
    byte[] answer = sent.get(sent.size() - 1).clone();
    assertThat(answer).startsWith(2);
    answer[0] = 3;
    return answer;
  }

  private boolean believed() {
    return goodByes.checked(left()).getLeavedMembers().contains(LEAVER);
  }

  @Test
  void shouldBelieveAMemberThatAnswersWhatItWasAsked() {
    goodByes.onView(together());
    hear(LEAVING);
    hear(answer());
    assertThat(sent.get(sent.size() - 1)).isEqualTo(NOTED);
    assertThat(believed()).isTrue();
  }

  @Test
  void shouldNotBelieveTheEngineAlone() {
    goodByes.onView(together());
    Membership checked = goodByes.checked(left());
    assertThat(checked.getLeavedMembers()).isEmpty();
    assertThat(checked.getFailedMembers()).containsExactly(LEAVER);
    assertThat(checked.getMembershipList()).containsExactly(SELF);
  }

  @Test
  void shouldNotBelieveAMemberThatAnswersWrongly() {
    goodByes.onView(together());
    hear(LEAVING);
    byte[] wrong = answer();
    wrong[5] ^= 1;
    hear(wrong);
    assertThat(believed()).isFalse();
  }

  @Test
  void shouldNotBelieveAnAnswerOfAnEarlierMembership() {
    goodByes.onView(together());
    hear(LEAVING);
    byte[] kept = answer();
    goodByes.onView(goodByes.checked(left()));
    goodByes.onView(together());
    hear(kept);
    assertThat(believed()).isFalse();
  }

  @Test
  void shouldForgetAGoodByeOfAMemberThatIsMergedBack() {
    goodByes.onView(together());
    hear(LEAVING);
    hear(answer());
    goodByes.onView(together());
    assertThat(believed()).isFalse();
  }

  @Test
  void shouldForgetAGoodByeOfAMemberThatGreetsAgainInTheSameView() {
    goodByes.onView(together());
    hear(LEAVING);
    hear(answer());
    hear(GREETING);
    assertThat(believed()).isFalse();
    hear(LEAVING);
    byte[] kept = answer();
    hear(GREETING);
    hear(kept);
    assertThat(believed()).isFalse();
  }

  @Test
  void shouldKeepAGoodByeThatOvertookAGreeting() {
    goodByes.onView(together());
    hear(LEAVING, 9);
    hear(GREETING, 7);
    hear(answer(), 1);
    hear(GREETING, 8);
    assertThat(believed()).isTrue();
  }

  @Test
  void shouldKeepNothingOfWhoIsInNoView() {
    goodByes.onView(view(members(SELF), members(), members()));
    hear(LEAVING);
    assertThat(sent).isEmpty();
  }

  @Test
  void shouldAnswerForNobodyWhileItStays() {
    goodByes.onView(together());
    byte[] asked = new byte[17];
    asked[0] = 2;
    hear(asked);
    assertThat(sent).isEmpty();
  }

  @Test
  void shouldGoAfterAWhileWhenNobodyAnswers() {
    goodByes.onView(together());
    assertThat(CompletableFuture.runAsync(() -> goodByes.say(members(LEAVER))))
        .succeedsWithin(Duration.ofSeconds(20));
    assertThat(sent).containsExactly(LEAVING);
  }

  @Test
  void shouldWaitUntilItsGoodByeIsNoted() throws Exception {
    goodByes.onView(together());
    CompletableFuture<Void> said = CompletableFuture.runAsync(() -> goodByes.say(members(LEAVER)));
    await().until(() -> !sent.isEmpty());
    byte[] asked = new byte[17];
    asked[0] = 2;
    hear(asked);
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1)).startsWith(3);
    hear(NOTED);
    said.get(20, TimeUnit.SECONDS);
  }

  /** A member of the engine's group, with what the engine alone can do in its name. */
  private record Member(MarshalDataSession session, ControlSession engine, SocketAddress address) {}

  private Member joined(String name, Map<String, String> settings) throws Exception {
    Protocol protocol = group.protocol(name);
    MarshalDataSession session =
        MarshalDataSessionFactory.of(settings).open(protocol, group.configuration());
    session.join();
    ControlSession engine = protocol.openControlSession(group.configuration());
    return new Member(session, engine, session.localAddress());
  }

  private List<Membership> viewsOf(MarshalDataSession session) {
    List<Membership> seen = new CopyOnWriteArrayList<>();
    session.addMembershipListener(seen::add);
    return seen;
  }

  private List<Member> joined(Map<String, String> settings, String... names) throws Exception {
    List<Member> all = new ArrayList<>();
    for (String name : names) {
      all.add(joined(name, settings));
    }
    await()
        .until(
            () ->
                all.stream()
                    .allMatch(
                        m -> m.session().membership().getMembershipList().size() == all.size()));
    return all;
  }

  private static Membership awaitGone(List<Membership> views, SocketAddress member) {
    await().until(() -> views.stream().anyMatch(view -> view.getMemberRank(member) < 0));
    return views.stream().filter(view -> view.getMemberRank(member) < 0).findFirst().orElseThrow();
  }

  @Test
  void shouldHandUpARealLeaveAsSuchToAllOthers() throws Exception {
    List<Member> all = joined(SECRET, "a", "b", "c");
    List<Membership> ofA = viewsOf(all.get(0).session());
    List<Membership> ofB = viewsOf(all.get(1).session());
    all.get(2).session().leave();
    assertLeft(awaitGone(ofA, all.get(2).address()), all.get(2));
    assertLeft(awaitGone(ofB, all.get(2).address()), all.get(2));
    all.get(1).session().close();
    assertLeft(awaitGone(ofA, all.get(1).address()), all.get(1));
  }

  /** Sends nothing to one member while it is to wait for all others. */
  private static final class Late extends DataSessionDecorator {
    private final Set<SocketAddress> heard = ConcurrentHashMap.newKeySet();
    private volatile Set<SocketAddress> awaited = Set.of();
    private volatile CountDownLatch hold = new CountDownLatch(0);

    Late(DataSession below, DroppedFrames dropped) {
      super(below, dropped);
    }

    void holdUntilHeardOf(Set<SocketAddress> others) {
      heard.clear();
      awaited = others;
      hold = new CountDownLatch(others.size());
    }

    @Override
    Object open(ByteBuffer payload, SocketAddress sender) {
      Object answer = deliver(payload, sender);
      if (heard.add(sender) && awaited.contains(sender)) {
        hold.countDown();
      }
      return answer;
    }

    @Override
    public void multicast(
        Message message, Service service, Object context, Annotation... annotations)
        throws IOException {
      if (destination(annotations) != null) {
        awaitUninterruptibly();
      }
      sendBelow(message.getPayload(), service, context, annotations);
    }

    private void awaitUninterruptibly() throws IOException {
      try {
        if (!hold.await(20, TimeUnit.SECONDS)) {
          throw new IOException("not asked by all");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void shouldAnswerAllOfManyThatAskBackAtOnce() throws Exception {
    String[] names = IntStream.range(0, 20).mapToObj(i -> "m" + i).toArray(String[]::new);
    List<Member> others = joined(SECRET, names);
    Late[] late = {null};
    MarshalDataSession leaver =
        group.session(
            "leaver",
            (engine, dropped, self) -> {
              late[0] = new Late(engine, dropped);
              DecoratorChain above =
                  MarshalDataSessionFactory.of(SECRET).build(late[0], dropped, self);
              List<DataSessionDecorator> all = new ArrayList<>(above.decorators());
              all.add(late[0]);
              return new DecoratorChain(above.top(), all);
            });
    leaver.join();
    Set<SocketAddress> addresses = others.stream().map(Member::address).collect(toSet());
    await().until(() -> late[0].heard.containsAll(addresses));
    List<List<Membership>> views = others.stream().map(m -> viewsOf(m.session())).toList();
    Member gone = new Member(leaver, null, leaver.localAddress());
    late[0].holdUntilHeardOf(addresses);
    leaver.leave();
    for (List<Membership> ofOther : views) {
      assertLeft(awaitGone(ofOther, gone.address()), gone);
    }
  }

  private static void assertLeft(Membership view, Member leaver) {
    assertThat(view.getLeavedMembers()).containsExactly(leaver.address());
    assertThat(view.getFailedMembers()).isEmpty();
  }

  @Test
  void shouldHandUpAsFailedWhomTheEngineAloneSaysToHaveLeft() throws Exception {
    List<Member> all = joined(SECRET, "a", "b", "c");
    List<Membership> ofA = viewsOf(all.get(0).session());
    all.get(2).engine().leave();
    Membership last = awaitGone(ofA, all.get(2).address());
    assertThat(last.getLeavedMembers()).isEmpty();
    assertThat(last.getFailedMembers()).containsExactly(all.get(2).address());
    assertThat(all.get(0).session().membership()).isSameAs(last);
  }

  @Test
  void shouldBelieveTheEngineWithoutASecret() throws Exception {
    List<Member> all = joined(Map.of(), "a", "b");
    List<Membership> ofA = viewsOf(all.get(0).session());
    all.get(1).engine().leave();
    assertLeft(awaitGone(ofA, all.get(1).address()), all.get(1));
  }
}
