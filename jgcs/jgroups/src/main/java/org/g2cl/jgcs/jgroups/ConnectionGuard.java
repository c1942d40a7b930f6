package org.g2cl.jgcs.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handshake by which two members prove to each other that they have the same key, before anything
 * else crosses a connection: JGroups reads what strangers send before it knows who they are.
 *
 * <pre>
 * connecting member   mark, version, 32 random bytes
 * accepting member    mark, version, 32 random bytes
 * connecting member   length of the proof (1 byte), proof
 * accepting member    length of the proof, proof; a length of 0 when the other's is not accepted
 * </pre>
 *
 * <p>Who connects proves first: a stranger that reaches the port gets nothing by which it could
 * guess at a weak secret. Both prove a statement of who says it, the group and all random bytes, so
 * no proof counts twice, for another group, or for the other side. The mark is no beginning of a
 * connection of JGroups. What follows is not signed: who can change packets under way is kept out
 * by TLS alone. A member without a key proves nothing and asks for nothing; it learns from the mark
 * that it is kept out. Thread-safe.
 */
final class ConnectionGuard {
  /** Longest time for a handshake. */
  static final Duration LONGEST = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionGuard.class);
  private static final byte[] MARK = {-1, 'g', '2', 'c', 'l', 'k', 'e', 'y'};
  private static final byte[] PURPOSE = "g2cl connection".getBytes(UTF_8);
  private static final byte VERSION = 1;
  private static final int RANDOM = 32;

  private static final String UNKNOWN_KEY = "proves a key that this member does not have";

  /** In place of a proof. */
  private static final byte[] REFUSED = {0};

  /** Who makes a statement. */
  private static final byte CONNECTING = 1;

  private static final byte ACCEPTING = 2;

  private final Admission admission;
  private final byte[] group;
  private final SecureRandom random = new SecureRandom();

  /** Those that have shown something else than the key; who has shown nothing keeps none quiet. */
  private final RareLog strangers = new RareLog();

  private final RareLog silent = new RareLog();
  private final RareLog refusals = new RareLog();
  private volatile String refusal;

  /**
   * Creates one of a member.
   *
   * @param admission null for a member without a key
   */
  ConnectionGuard(Admission admission, String group) {
    this.admission = admission;
    this.group = group.getBytes(UTF_8);
  }

  /** Guard of a member without a key. */
  static ConnectionGuard none() {
    return new ConnectionGuard(null, "");
  }

  /** Whether anything is proved. */
  boolean isOn() {
    return admission != null;
  }

  /** Why the last member that did not let this one in, or was not let in by it, did not. */
  Optional<String> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** What to do about it, in the imperative. */
  String advice() {
    return isOn()
        ? admission.advice()
        : "give both the same secret (g2cl.secret-file; of a session of your own crypto.secret-file)";
  }

  /**
   * Proves the own key to the member that was connected to, and has it prove its own.
   *
   * @throws IOException when the peer's proof is not accepted, or this one's by the peer; the log
   *     tells it once in a while
   */
  void connected(SocketAddress peer, InputStream input, OutputStream out) throws IOException {
    DataInputStream in = new DataInputStream(input);
    byte[] own = hello();
    out.write(own);
    byte[] theirs = readHello(peer, in);
    writeProof(out, statement(CONNECTING, own, theirs));
    byte[] proof = readProof(in);
    if (proof.length == 0) {
      throw refused(peer, "refuses it, since for %s it %s".formatted(name(), UNKNOWN_KEY));
    }
    if (!admission.accepts(statement(ACCEPTING, own, theirs), proof)) {
      throw refused(peer, "for %s %s".formatted(name(), UNKNOWN_KEY));
    }
  }

  private byte[] readHello(SocketAddress peer, DataInputStream in) throws IOException {
    byte[] hello = new byte[MARK.length + 1 + RANDOM];
    int read = in.readNBytes(hello, 0, hello.length);
    if (read == hello.length && isHello(hello)) {
      return hello;
    }
    if (read == hello.length && isMark(hello)) {
      throw refused(peer, "has " + otherVersion(hello));
    }
    if (read == 0 && !isThere(peer)) {
      throw new EOFException(peer + " has ended");
    }
    throw refused(
        peer,
        "proves no key, and this member has one (it has no secret, or is of a build from before this proof, all of whose members must be stopped before the first of this one starts)");
  }

  /** Members without a key close the connection, and so does one that ends. */
  private static boolean isThere(SocketAddress peer) {
    try (Socket probe = new Socket()) {
      probe.connect(peer, (int) LONGEST.toMillis());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Lets in who has connected and proves a key.
   *
   * @param closedHere why this member has closed the connection meanwhile, if it has
   * @throws IOException when it does not
   */
  void accepted(
      SocketAddress peer,
      InputStream input,
      OutputStream out,
      Supplier<Optional<String>> closedHere)
      throws IOException {
    DataInputStream in = new DataInputStream(input);
    byte[] own = hello();
    byte[] theirs = new byte[own.length];
    try {
      if (in.readNBytes(theirs, 0, MARK.length) == 0) {
        throw new EOFException("it has ended without a word, as who looks whether a port is open");
      }
      if (!isMark(theirs)) {
        throw refused(
            out,
            MARK,
            "it proves no key (it has no secret, or is of a build from before this proof)");
      }
      in.readFully(theirs, MARK.length, theirs.length - MARK.length);
      out.write(own);
      if (!isHello(theirs)) {
        throw new IOException("it has " + otherVersion(theirs));
      }
      if (!admission.accepts(statement(CONNECTING, theirs, own), readProof(in))) {
        throw refused(out, REFUSED, "it " + UNKNOWN_KEY);
      }
      writeProof(out, statement(ACCEPTING, theirs, own));
    } catch (SocketException | EOFException e) {
      logRefused(silent, peer, closedHere.get().orElseGet(() -> end(e)));
      throw e;
    } catch (IOException | RuntimeException e) {
      logRefused(strangers, peer, e.getMessage());
      throw e;
    }
  }

  /** Refusal of a peer that is told so, if it still reads. */
  private static IOException refused(OutputStream out, byte[] answer, String reason) {
    IOException refusal = new IOException(reason);
    try {
      out.write(answer);
    } catch (IOException e) {
      refusal.addSuppressed(e);
    }
    return refusal;
  }

  private static String end(IOException failure) {
    if (failure instanceof SocketException) {
      return "it broke off before it had proved a key (" + failure.getMessage() + ")";
    }
    return failure.getMessage() == null
        ? "it has ended before it had proved a key"
        : failure.getMessage();
  }

  private byte[] hello() {
    byte[] nonce = new byte[RANDOM];
    random.nextBytes(nonce);
    return ByteBuffer.allocate(MARK.length + 1 + RANDOM).put(MARK).put(VERSION).put(nonce).array();
  }

  private static String otherVersion(byte[] hello) {
    return "version %d of the handshake, and this member has %d"
        .formatted(hello[MARK.length], VERSION);
  }

  private String name() {
    return "group '" + new String(group, UTF_8) + "'";
  }

  private static boolean isHello(byte[] hello) {
    return isMark(hello) && hello[MARK.length] == VERSION;
  }

  private static boolean isMark(byte[] hello) {
    return Arrays.equals(hello, 0, MARK.length, MARK, 0, MARK.length);
  }

  private byte[] statement(byte side, byte[] connecting, byte[] accepting) {
    return ByteBuffer.allocate(
            PURPOSE.length + 1 + Short.BYTES + group.length + connecting.length + accepting.length)
        .put(PURPOSE)
        .put(side)
        .putShort((short) group.length)
        .put(group)
        .put(connecting)
        .put(accepting)
        .array();
  }

  private void writeProof(OutputStream out, byte[] statement) throws IOException {
    byte[] proof = admission.prove(statement);
    if (proof.length == 0 || proof.length > 0xff) {
      throw new IOException("a proof has 1 to 255 bytes, and this one " + proof.length);
    }
    out.write(ByteBuffer.allocate(1 + proof.length).put((byte) proof.length).put(proof).array());
  }

  private static byte[] readProof(DataInputStream in) throws IOException {
    byte[] proof = new byte[in.readUnsignedByte()];
    in.readFully(proof);
    return proof;
  }

  private IOException refused(SocketAddress peer, String why) {
    refusal = peer + " " + why;
    if (refusals.count()) {
      LOG.warn("{}: {}; {} ({} such so far)", name(), refusal, advice(), refusals.total());
    }
    return new IOException(refusal);
  }

  /** Input of a connection on which a member without a key is told that it is kept out. */
  InputStream watched(SocketAddress peer, InputStream in) {
    return new Watched(peer, in);
  }

  /** A stranger may connect as often as it likes. */
  private void logRefused(RareLog kind, SocketAddress peer, String reason) {
    if (kind.count()) {
      LOG.warn(
          "{}: refused a connection of {}: {}; {} ({} such so far)",
          name(),
          peer,
          reason,
          admission.advice(),
          kind.total());
    }
  }

  /** Looks at what comes first. */
  private final class Watched extends InputStream {
    private final SocketAddress peer;
    private final InputStream in;
    private boolean begun;

    Watched(SocketAddress peer, InputStream in) {
      this.peer = peer;
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = in.read(target, offset, length);
      if (!begun) {
        begun = true;
        if (read >= MARK.length
            && Arrays.equals(target, offset, offset + MARK.length, MARK, 0, MARK.length)) {
          throw refused(peer, "lets in only who proves a key, and this member has no key");
        }
      }
      return read;
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
