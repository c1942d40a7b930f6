package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.sf.jgcs.spi.Admission;

/** Handshakes with a peer that says anything: each is refused as declared, and told no proof. */
class HandshakeFuzzTest {
  private static final SocketAddress PEER = InetSocketAddress.createUnresolved("stranger", 7);
  private static final int MARK = 8;
  private static final int HELLO = MARK + 1 + 32;

  private final ConnectionGuard guard = new ConnectionGuard(new Hash(), "shop");

  /** Proves by a hash of the statement. */
  private record Hash() implements Admission {
    @Override
    public byte[] prove(byte[] statement) {
      try {
        return MessageDigest.getInstance("SHA-256").digest(statement);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public boolean accepts(byte[] statement, byte[] proof) {
      return Arrays.equals(prove(statement), proof);
    }

    @Override
    public String advice() {
      return "";
    }
  }

  /** Any bytes; or a hello and a proof, and one that is cut and has a byte changed. */
  @Provide
  Arbitrary<byte[]> words() {
    Arbitrary<byte[]> any = Arbitraries.bytes().array(byte[].class).ofMaxSize(2 * HELLO);
    Arbitrary<byte[]> whole =
        Combinators.combine(Arbitraries.bytes(), any).as(HandshakeFuzzTest::helloAndProof);
    Arbitrary<byte[]> damaged =
        Combinators.combine(
                whole,
                Arbitraries.doubles().between(0, 1),
                Arbitraries.doubles().between(0, 1),
                Arbitraries.bytes())
            .as(HandshakeFuzzTest::damage);
    return Arbitraries.oneOf(any, whole, damaged);
  }

  private static byte[] helloAndProof(byte length, byte[] proof) {
    return ByteBuffer.allocate(HELLO + 1 + proof.length)
        .put(hello())
        .put(length)
        .put(proof)
        .array();
  }

  private static byte[] damage(byte[] words, double cut, double at, byte value) {
    byte[] damaged = Arrays.copyOf(words, (int) Math.round(words.length * Math.max(cut, 0.1)));
    damaged[(int) ((damaged.length - 1) * at)] = value;
    return damaged;
  }

  /** What a member says first. */
  private static byte[] hello() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    assertThatThrownBy(
            () ->
                new ConnectionGuard(new Hash(), "shop")
                    .connected(PEER, InputStream.nullInputStream(), said))
        .isInstanceOf(IOException.class);
    return said.toByteArray();
  }

  @Property
  void shouldNotLetInAPeerThatSaysAnything(@ForAll("words") byte[] words) {
    ByteArrayOutputStream told = new ByteArrayOutputStream();

    assertThatThrownBy(
            () ->
                guard.accepted(
                    PEER, new ByteArrayInputStream(words), told, Optional::<String>empty))
        .isInstanceOf(IOException.class);
    assertThat(told.size()).as("a hello, and the mark of a refusal").isLessThanOrEqualTo(HELLO + 1);
  }

  @Property
  void shouldNotTakeAPeerThatAnswersAnythingForAMember(@ForAll("words") byte[] words) {
    assertThatThrownBy(
            () ->
                guard.connected(
                    PEER, new ByteArrayInputStream(words), OutputStream.nullOutputStream()))
        .isInstanceOf(IOException.class);
  }

  @Property
  void shouldPassOnWhatAMemberWithoutAKeyIsTold(@ForAll("words") byte[] words) throws IOException {
    try (InputStream in = ConnectionGuard.none().watched(PEER, new ByteArrayInputStream(words))) {
      if (words.length >= MARK && Arrays.equals(words, 0, MARK, hello(), 0, MARK)) {
        assertThatThrownBy(() -> in.read(new byte[HELLO])).isInstanceOf(IOException.class);
      } else {
        assertThat(in.readAllBytes()).isEqualTo(words);
      }
    }
  }
}
