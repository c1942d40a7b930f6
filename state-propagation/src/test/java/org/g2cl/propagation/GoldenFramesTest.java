package org.g2cl.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Frames as members of each release write and read them. A release may add bytes at the end of a
 * frame, and kinds of frames that it sends to members only that know them (see {@link Releases});
 * what is here must be read for ever after. Do not change a line: add some.
 */
class GoldenFramesTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final RequestId R = new RequestId("r");
  private static final Stamp S33 = new Stamp(3, 3);
  private static final Stamp S34 = new Stamp(3, 4);
  private static final Change CHANGE = new Change(S34, R, new byte[] {1, 2}, new byte[] {5});
  private static final Snapshot CONTENT =
      new Snapshot(
          "Körbchen",
          60_000,
          7,
          new Stamp(2, 1),
          new byte[] {4, 4},
          Replies.NONE.with(new RequestId("q"), new byte[] {8}, 8),
          CHANGE);

  private static final String CART_HEX = "00000006636172742d31";
  private static final String S33_HEX = "00000000000000030000000000000003";
  private static final String S34_HEX = "00000000000000030000000000000004";
  private static final String CONTENT_HEX =
      "000000094bc3b672626368656e000000000000ea600000000000000007"
          + "0000000000000002000000000000000100000002040401000000017100000001080100000000000000030000"
          + "00000000000400000001720000000201020000000105";

  private static final List<Long> TOKENS = List.of(17L, -2L);
  private static final String TOKENS_HEX = "00000000000000020000000000000011fffffffffffffffe";
  private static final Formation FORMATION = new Formation(5, TOKENS, 3, List.of(17L, -2L, 258L));
  private static final String FORMATION_HEX =
      "00000000000000050000000000000003"
          + TOKENS_HEX
          + "00000000000000030000000000000011fffffffffffffffe0000000000000102";
  private static final Frame.Floor FLOOR = new Frame.Floor(CART, 3, S34, TOKENS);

  static Stream<Arguments> framesOfReleases1And2() {
    return Stream.of(
        arguments(
            new Frame.Claim(CART, 7, new Stamp(6, 5), Stamp.NONE),
            "0101"
                + CART_HEX
                + "00000000000000070000000000000006000000000000000500000000000000000000000000000000"),
        arguments(
            new Frame.UpdateFrame(CART, S33, true, CHANGE),
            "0102" + CART_HEX + S33_HEX + "01" + S34_HEX + "00000001720000000201020000000105"),
        arguments(
            new Frame.UpdateFrame(CART, S33, false, new Change(S34, R, new byte[0], null)),
            "0102" + CART_HEX + S33_HEX + "00" + S34_HEX + "000000017200000000ffffffff"),
        arguments(
            new Frame.Copy(CART, 3, true, CONTENT),
            "0103" + CART_HEX + "000000000000000301" + CONTENT_HEX),
        arguments(new Frame.Decision(CART, S34, true), "0104" + CART_HEX + S34_HEX + "01"),
        arguments(
            new Frame.Drop(CART, 3, new Stamp(3, Long.MAX_VALUE)),
            "0105" + CART_HEX + "000000000000000300000000000000037fffffffffffffff"),
        arguments(
            new Frame.Have(CART, 3, S33, S34),
            "0106" + CART_HEX + "0000000000000003" + S33_HEX + S34_HEX),
        arguments(
            new Frame.Touch(CART, 3, 1_000),
            "0107" + CART_HEX + "000000000000000300000000000003e8"),
        arguments(new Frame.Leaving(), "0108"),
        arguments(
            new Frame.PatchFrame(
                CART, S33, true, new Patch(S34, R, new byte[] {1}, -5, 77, new byte[] {1, 1})),
            "0109"
                + CART_HEX
                + S33_HEX
                + "01"
                + S34_HEX
                + "00000001720000000101fffffffb0000004d000000020101"),
        arguments(
            new Frame.PatchFrame(CART, S33, false, new Patch(S34, R, new byte[0], 9, 9, null)),
            "0109"
                + CART_HEX
                + S33_HEX
                + "00"
                + S34_HEX
                + "0000000172000000000000000900000009ffffffff"));
  }

  /** Frames of ownership and of primary views, which releases 1 and 2 do not have. */
  static Stream<Arguments> framesOfPrimaryViews() {
    return Stream.of(
        arguments(new Frame.Release(CART, 7), "010f" + CART_HEX + "0000000000000007"),
        arguments(FLOOR, "010a" + CART_HEX + "0000000000000003" + S34_HEX + TOKENS_HEX),
        arguments(new Frame.Census(), "010b"),
        arguments(
            new Frame.Attempt(FORMATION, TOKENS, true, List.of(4L)),
            "010c" + FORMATION_HEX + TOKENS_HEX + "01" + "0000000000000001" + "0000000000000004"),
        arguments(
            new Frame.Formed(FORMATION, 4, List.of(FLOOR)),
            "010d"
                + "0000000000000004"
                + FORMATION_HEX
                + "0000000000000001"
                + CART_HEX
                + "0000000000000003"
                + S34_HEX
                + TOKENS_HEX
                + "0000000000000000"),
        arguments(new Frame.Minority(FORMATION, TOKENS), "010e" + FORMATION_HEX + TOKENS_HEX),
        arguments(new Frame.Early(), "0110"));
  }

  @ParameterizedTest
  @MethodSource("framesOfPrimaryViews")
  void shouldReadAndWriteFramesOfPrimaryViews(Frame frame, String golden) throws Exception {
    assertThat(FrameCodec.decode(ByteBuffer.wrap(bytes(golden)))).isEqualTo(frame);
    assertThat(FrameCodec.decode(ByteBuffer.wrap(bytes(golden + "aabb"))))
        .as("with bytes of a later release behind it")
        .isEqualTo(frame);
    assertThat(HexFormat.of().formatHex(FrameCodec.encode(frame))).isEqualTo(golden);
  }

  @Test
  void shouldTakeFloorsForNewOfMembersThatDoNotTellTheirAge() throws Exception {
    Frame.Floor old = new Frame.Floor(CART, 3, FLOOR.stamp(), TOKENS, 70_000);
    byte[] told = FrameCodec.encode(new Frame.Formed(FORMATION, 4, List.of(old)));
    assertThat(FrameCodec.decode(ByteBuffer.wrap(told)))
        .isEqualTo(new Frame.Formed(FORMATION, 4, List.of(old)));
    assertThat(FrameCodec.decode(ByteBuffer.wrap(told, 0, told.length - Long.BYTES).slice()))
        .isEqualTo(new Frame.Formed(FORMATION, 4, List.of(FLOOR)));
  }

  @Test
  void shouldReadAndWriteWhatAMemberKnowsOfPrimaryViews() throws Exception {
    Standing standing =
        new Standing(9, FORMATION, FORMATION, List.of(FORMATION), List.of(9L), 2, 3);
    String golden =
        "0000000000000009"
            + FORMATION_HEX
            + FORMATION_HEX
            + "01"
            + FORMATION_HEX
            + "0000000000000001"
            + "0000000000000009"
            + "0000000000000002"
            + "0000000000000003";
    assertThat(StandingCodec.decode(bytes(golden))).isEqualTo(standing);
    assertThat(HexFormat.of().formatHex(StandingCodec.encode(standing))).isEqualTo(golden);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  @ParameterizedTest
  @MethodSource("framesOfReleases1And2")
  void shouldReadWhatEarlierReleasesWrite(Frame frame, String golden) throws Exception {
    assertThat(FrameCodec.decode(ByteBuffer.wrap(bytes(golden))))
        .usingRecursiveComparison()
        .isEqualTo(frame);
  }

  @ParameterizedTest
  @MethodSource("framesOfReleases1And2")
  void shouldWriteWhatEarlierReleasesRead(Frame frame, String golden) {
    assertThat(HexFormat.of().formatHex(FrameCodec.encode(frame))).startsWith(golden);
  }

  @Test
  void shouldReadAndWriteAnswersAsEarlierReleasesDo() throws Exception {
    Answer answer =
        new Answer(
            true, 5, new Stamp(4, 4), new Stamp(4, 5), CONTENT, Stamp.NONE, List.of(), List.of());
    String golden =
        "010000000000000005000000000000000400000000000000040000000000000004000000000000000501"
            + CONTENT_HEX;
    assertThat(AnswerCodec.decode(bytes(golden))).usingRecursiveComparison().isEqualTo(answer);
    assertThat(HexFormat.of().formatHex(AnswerCodec.encode(answer))).startsWith(golden);
  }

  @Test
  void shouldReadAndWriteLossesBehindAllElseOfAnAnswer() throws Exception {
    Answer answer = Answer.ofNothing(true, 5, List.of(new Loss("n1:4201", 2_000)));
    String golden =
        "010000000000000005"
            + "00".repeat(4 * Long.BYTES + 1)
            + "00".repeat(3 * Long.BYTES)
            + "0000000000000001000000076e313a3432303100000000000007d0";
    assertThat(AnswerCodec.decode(bytes(golden))).usingRecursiveComparison().isEqualTo(answer);
    assertThat(HexFormat.of().formatHex(AnswerCodec.encode(answer))).isEqualTo(golden);
  }

  @Test
  void shouldReadVerdictsOfOneByteAndWriteSuchAsAreReadByTheirFirst() {
    List<Verdict> all = List.of(Verdict.ACK, Verdict.STALE, Verdict.NEED_COPY, Verdict.STRANGER);
    for (byte code = 0; code < all.size(); code++) {
      assertThat(Verdict.of(new byte[] {code})).isEqualTo(all.get(code));
      assertThat(all.get(code).bytes()).startsWith(code);
    }
  }

  @Test
  void shouldApplyDifferencesAsEarlierReleasesMakeThem() {
    byte[] older = "0123456789abcdef0123456789".getBytes(UTF_8);
    byte[] newer = "0123456789abXdef0123456789".getBytes(UTF_8);
    byte[] golden = bytes("1a000c0001580d00");
    assertThat(Delta.apply(older, golden)).isEqualTo(newer);
  }
}
