package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.sf.jgcs.ServiceNames;
import org.g2cl.G2CLMessage;
import org.g2cl.MessageDispatcher;
import org.g2cl.RemoteInvocationException;
import org.g2cl.RequestOptions;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;

class FrameCodecTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final Change CHANGE =
      new Change(new Stamp(3, 4), new RequestId("r"), new byte[] {1, 2}, new byte[] {5});
  private static final Change REMOVAL =
      new Change(new Stamp(3, 5), new RequestId("r"), new byte[0], null);
  private static final Snapshot CONTENT =
      new Snapshot(
          "Körbchen",
          60_000,
          7,
          new Stamp(2, 1),
          new byte[] {4, 4},
          Replies.NONE
              .with(new RequestId("client-z"), new byte[] {7}, 1)
              .with(new RequestId("q"), new byte[] {8}, 1),
          CHANGE);

  private static final Formation FORMATION =
      new Formation(7, List.of(5L, -2L), 4, List.of(5L, -2L));

  private static final List<Frame> FRAMES =
      List.of(
          new Frame.Claim(CART, 7, new Stamp(6, 5), Stamp.NONE),
          new Frame.UpdateFrame(CART, new Stamp(3, 3), true, CHANGE),
          new Frame.UpdateFrame(CART, new Stamp(3, 3), false, REMOVAL),
          new Frame.PatchFrame(
              CART,
              new Stamp(3, 3),
              true,
              new Patch(
                  new Stamp(3, 4), new RequestId("r"), new byte[] {1}, -5, 77, new byte[] {1, 1})),
          new Frame.PatchFrame(
              CART,
              new Stamp(3, 3),
              false,
              new Patch(new Stamp(3, 4), new RequestId("r"), new byte[0], 9, 9, null)),
          new Frame.Copy(CART, 3, true, CONTENT),
          new Frame.Decision(CART, new Stamp(3, 4), true),
          new Frame.Drop(CART, 3, new Stamp(3, Long.MAX_VALUE)),
          new Frame.Have(CART, 3, new Stamp(3, 3), new Stamp(3, 4)),
          new Frame.Touch(CART, 3, 1_000),
          new Frame.Release(CART, 7),
          new Frame.Floor(CART, 3, new Stamp(3, 4), List.of(2L, -9L)),
          new Frame.Census(),
          new Frame.Attempt(FORMATION, List.of(5L, 0L), true, List.of(3L, 0L)),
          new Frame.Formed(FORMATION, 6, List.of()),
          new Frame.Minority(FORMATION, List.of(5L, 0L)),
          new Frame.Leaving(),
          new Frame.Early());

  /** Else the codec or the receiver could forget a kind that is new. */
  @Test
  void shouldTryEveryKindOfFrame() {
    assertThat(FRAMES.stream().map(Object::getClass).distinct())
        .containsExactlyInAnyOrderElementsOf(kinds(Frame.class).toList());
  }

  private static Stream<Class<?>> kinds(Class<?> frame) {
    return frame.isSealed()
        ? Stream.of(frame.getPermittedSubclasses()).flatMap(FrameCodecTest::kinds)
        : Stream.of(frame);
  }

  @Test
  void shouldDealWithEveryKindOfFrame() {
    Node node =
        RepairTest.node(new StubLink(RepairTest.OWNER, RepairTest.MEMBERS), Cluster.SETTINGS);
    Receiver receiver = new Receiver(() -> {});
    receiver.start(node, new OutdatedCopies(node, new Repair(node)));
    for (Frame frame : FRAMES) {
      assertThat(receiver.handle(frame, RepairTest.MEMBERS.get(1))).as("%s", frame).isNotEmpty();
    }
  }

  @Test
  void shouldReadWhatWasWritten() throws Exception {
    for (Frame frame : FRAMES) {
      byte[] bytes = FrameCodec.encode(frame);
      Frame read = FrameCodec.decode(ByteBuffer.wrap(bytes));
      assertThat(FrameCodec.encode(read)).as("%s", frame).isEqualTo(bytes);
      assertThat(read).hasSameClassAs(frame).usingRecursiveComparison().isEqualTo(frame);
    }
  }

  @Test
  void shouldHoldTheIdOfSessionAndCreationOnce() throws Exception {
    Change creation =
        new Change(new Stamp(3, 2), new RequestId(CART.value()), new byte[0], new byte[] {1});
    byte[] bytes = FrameCodec.encode(new Frame.UpdateFrame(CART, Stamp.NONE, false, creation));

    var read = (Frame.UpdateFrame) FrameCodec.decode(ByteBuffer.wrap(bytes));

    assertThat(read.change().request().value()).isSameAs(read.session().value());
  }

  @Test
  void shouldIgnoreWhatALaterReleaseAdds() throws Exception {
    byte[] bytes = FrameCodec.encode(FRAMES.get(0));
    Frame read = FrameCodec.decode(ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 3)));
    assertThat(read).isEqualTo(FRAMES.get(0));
  }

  @Test
  void shouldRefuseEveryTruncationAndSurviveEveryDamage() {
    for (Frame frame : FRAMES) {
      byte[] bytes = FrameCodec.encode(frame);
      for (int length = 0; length < bytes.length; length++) {
        ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length).slice();
        assertThatThrownBy(() -> FrameCodec.decode(cut))
            .isInstanceOf(MalformedFrameException.class);
      }
      Damage.each(
          bytes, damaged -> assertThat(FrameCodec.decode(ByteBuffer.wrap(damaged))).isNotNull());
    }
  }

  @Test
  void shouldReadAnswersAsWritten() throws Exception {
    Answer answer =
        new Answer(
            true,
            5,
            new Stamp(4, 4),
            new Stamp(4, 5),
            CONTENT,
            new Stamp(4, 6),
            List.of(7L, -8L),
            List.of(new Loss("n1", 3), new Loss("n2", 29_999)));
    assertThat(AnswerCodec.decode(AnswerCodec.encode(answer)))
        .usingRecursiveComparison()
        .isEqualTo(answer);
    for (Verdict verdict : Verdict.values()) {
      assertThat(Verdict.of(verdict.bytes())).isEqualTo(verdict);
    }
    assertThat(Verdict.of(new byte[] {77})).isNull();
    assertThat(Verdict.of(null)).isNull();
  }

  @Test
  void shouldAnswerMalformedFrameWithAnErrorAndLiveOn() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      Member a = cluster.member("a");
      Member b = cluster.member("b");
      a.create(CART, "one");
      b.propagation().close();
      try (MessageDispatcher attacker = new MessageDispatcher(b.session(), 2, null)) {
        RequestOptions options = RequestOptions.SYNC().service(ServiceNames.UNORDERED);
        G2CLMessage rubbish = new G2CLMessage(a.address(), new byte[] {1, 2, 0, 0});
        assertThatThrownBy(() -> attacker.sendMessage(rubbish, options))
            .isInstanceOf(RemoteInvocationException.class)
            .hasMessageContaining("frame");
      }
      cluster.crash(b);
      assertThat(a.append(CART, "r1", "two")).isEqualTo("one two");
    }
  }
}
