package net.sf.jgcs.spi.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.MemberSettings;

/**
 * Proofs that requests to join carry as their content, which JGroups leaves empty and does not
 * read: so members that know of no proofs understand such a request, and may send one without.
 *
 * <pre>
 * byte 0      version
 * byte 1-16   random, so that no two requests are alike
 * the rest    the admission's proof of: version, length of the group's name (2 bytes), its name,
 *             the joiner, the coordinator (each 16 bytes), the random bytes
 * </pre>
 *
 * <p>One that was captured counts for no other joiner, coordinator or group. For its own it counts
 * once, among the last {@value #REMEMBERED} that the coordinator accepted. No clock has a part in
 * it. Thread-safe.
 */
public final class JoinProofs {
  /** What a request shows. */
  public enum Verdict {
    /** No proof, or one of a version that this member does not know. */
    NONE,
    /** A proof that is accepted. */
    PROVED,
    /** A proof that was accepted before. */
    REPEATED,
    /** A proof that is not accepted. */
    WRONG
  }

  private static final byte VERSION = 1;
  private static final int RANDOM = 16;
  private static final int HEAD = 1 + RANDOM;
  private static final int REMEMBERED = 1_000;

  private final Admission admission;
  private final byte[] group;
  private final SecureRandom random = new SecureRandom();

  /** Random bytes of what was accepted, the oldest first. */
  private final Set<ByteBuffer> accepted =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Boolean> eldest) {
              return size() > REMEMBERED;
            }
          });

  /** Creates proofs for one group. */
  public JoinProofs(Admission admission, String group) {
    this.admission = admission;
    this.group = group.getBytes(UTF_8);
  }

  /** Makes the content of a request of that joiner to that coordinator. */
  public byte[] make(UuidAddress joiner, UuidAddress coordinator) {
    byte[] nonce = new byte[RANDOM];
    random.nextBytes(nonce);
    byte[] proof = admission.prove(statement(joiner, coordinator, nonce));
    return ByteBuffer.allocate(HEAD + proof.length).put(VERSION).put(nonce).put(proof).array();
  }

  /**
   * Looks at the content of a request.
   *
   * @param content null for none
   */
  public Verdict check(UuidAddress joiner, UuidAddress coordinator, byte[] content) {
    if (content == null || content.length == 0 || content[0] != VERSION) {
      return Verdict.NONE;
    }
    if (content.length < HEAD) {
      return Verdict.WRONG;
    }
    byte[] nonce = new byte[RANDOM];
    byte[] proof = new byte[content.length - HEAD];
    ByteBuffer.wrap(content).position(1).get(nonce).get(proof);
    if (!admission.accepts(statement(joiner, coordinator, nonce), proof)) {
      return Verdict.WRONG;
    }
    synchronized (accepted) {
      return accepted.add(ByteBuffer.wrap(nonce)) ? Verdict.PROVED : Verdict.REPEATED;
    }
  }

  private byte[] statement(UuidAddress joiner, UuidAddress coordinator, byte[] nonce) {
    byte[] from = joiner.toBytes();
    byte[] to = coordinator.toBytes();
    int length = 1 + Short.BYTES + group.length + from.length + to.length + nonce.length;
    return ByteBuffer.allocate(length)
        .put(VERSION)
        .putShort((short) group.length)
        .put(group)
        .put(from)
        .put(to)
        .put(nonce)
        .array();
  }

  /** What a member tells one that it refuses; the latter's error shows it. */
  public String refusal(Object coordinator) {
    return "%s refuses it, since it proves a key that this member does not have"
        .formatted(coordinator);
  }

  /** Error of a failed join; another one that says what to do when the group refused the joiner. */
  public static GroupException explained(
      GroupException failure, StackSettings settings, String group, Admission admission) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SecurityException) {
        return new GroupException(
            "%s could not join group '%s': %s; %s"
                .formatted(name(settings.member()), group, cause.getMessage(), admission.advice()),
            failure);
      }
    }
    return failure;
  }

  private static String name(MemberSettings member) {
    return member.memberName() == null ? "a member" : "member '" + member.memberName() + "'";
  }
}
