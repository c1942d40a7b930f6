package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import net.sf.jgcs.spi.CountedViewId;
import net.sf.jgcs.spi.ViewMembership;

/** What proves a key or is sealed by one, of any bytes and damaged: refused as declared. */
class SealedFuzzTest {
  private static final SocketAddress SELF = InetSocketAddress.createUnresolved("self", 1);
  private static final SocketAddress PEER = InetSocketAddress.createUnresolved("peer", 1);
  private static final Envelope.Instance INSTANCE = new Envelope.Instance(1, 2);
  private static final Envelope HEAD = new Envelope(Envelope.TO_ONE, 0, INSTANCE, 0, 7);
  private static final CryptoKey KEY = CryptoKey.ofSecret("the-secret-of-the-members", "shop");
  private static final byte[] STATEMENT = "b asks a".getBytes(UTF_8);

  private final KeyAdmission admission =
      new KeyAdmission(
          new KeyRing(List.of(KEY), INSTANCE, Duration.ofMinutes(1), Clock.systemUTC()));

  @Property
  void shouldAcceptNoProofOfAnyBytes(@ForAll byte[] proof) {
    assertThat(admission.accepts(STATEMENT, proof)).isFalse();
  }

  @Property
  void shouldAcceptNoDamagedProof(
      @ForAll @DoubleRange(max = 1) double cut,
      @ForAll @DoubleRange(max = 1) double at,
      @ForAll byte value) {
    byte[] proof = admission.prove(STATEMENT);
    byte[] damaged = damage(proof, cut, at, value);

    assertThat(admission.accepts(STATEMENT, damaged)).isEqualTo(Arrays.equals(proof, damaged));
  }

  @Property
  void shouldOpenNothingOfAnyBytes(@ForAll byte[] sealed) {
    assertThatThrownBy(() -> open(sealed)).isInstanceOf(MalformedFrameException.class);
  }

  @Property
  void shouldOpenNothingThatIsDamaged(
      @ForAll byte[] content,
      @ForAll @DoubleRange(max = 1) double cut,
      @ForAll @DoubleRange(max = 1) double at,
      @ForAll byte value)
      throws MalformedFrameException {
    byte[] frame = Seal.close(KEY.of(INSTANCE), HEAD, content, PEER, SELF);
    byte[] sealed = Arrays.copyOfRange(frame, Envelope.LENGTH, frame.length);
    byte[] damaged = damage(sealed, cut, at, value);

    if (Arrays.equals(sealed, damaged)) {
      assertThat(open(damaged)).isEqualTo(ByteBuffer.wrap(content));
    } else {
      assertThatThrownBy(() -> open(damaged)).isInstanceOf(MalformedFrameException.class);
    }
  }

  private static ByteBuffer open(byte[] sealed) throws MalformedFrameException {
    return Seal.open(KEY.of(INSTANCE), HEAD, ByteBuffer.wrap(sealed), PEER, SELF);
  }

  /** Whole half of the time. */
  private static byte[] damage(byte[] bytes, double cut, double at, byte value) {
    byte[] damaged =
        Arrays.copyOf(bytes, (int) Math.round(bytes.length * Math.min(1, 2 * Math.max(cut, 0.1))));
    damaged[(int) ((damaged.length - 1) * at)] = value;
    return damaged;
  }

  /** It is asked back by a number that it cannot know. */
  @Property
  void shouldBelieveNoGoodByeOfAnyWords(
      @ForAll @Size(max = 20) List<@Size(max = 20) byte[]> words) {
    List<byte[]> sent = new ArrayList<>();
    GoodByes goodByes = new GoodByes(() -> SELF, (to, content) -> sent.add(content));
    goodByes.onView(view(List.of(SELF, PEER), List.of()));
    goodByes.receive(PEER, HEAD, ByteBuffer.wrap(new byte[] {1}));

    for (byte[] said : words) {
      goodByes.receive(PEER, HEAD, ByteBuffer.wrap(said));
    }

    assertThat(goodByes.checked(view(List.of(SELF), List.of(PEER))).getFailedMembers())
        .containsExactly(PEER);
    assertThat(sent).hasSizeLessThanOrEqualTo(1 + words.size());
  }

  private static ViewMembership view(List<SocketAddress> members, List<SocketAddress> left) {
    return new ViewMembership(
        new CountedViewId(SELF, 1), SELF, members, List.of(), left, List.of());
  }
}
