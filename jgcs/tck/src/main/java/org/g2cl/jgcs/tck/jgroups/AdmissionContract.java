package org.g2cl.jgcs.tck.jgroups;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.GuardedSession;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Who is let into a group whose members prove something to each other; what becomes of members that
 * prove nothing is in {@link ConnectionAdmissionContract} and {@link JoinAdmissionContract}.
 */
abstract class AdmissionContract {
  private final List<Guarded> members = new ArrayList<>();
  private final List<String> peers = new ArrayList<>();

  /** Name of the engine. */
  protected abstract String engine();

  @AfterEach
  final void closeMembers() throws IOException {
    for (Guarded member : members) {
      member.protocol.close();
    }
  }

  @Test
  final void shouldRefuseAJoinerThatProvesAWrongKeyBeforeItIsInAnyView() throws Exception {
    Guarded a = joined("a", new Word("one"));
    Guarded b = joined("b", new Word("one"));
    assertThatThrownBy(() -> joined("stranger", new Word("two")))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("'stranger' could not join group 'guarded'")
        .hasMessageContaining("proves a key that this member does not have; say the same word");
    Guarded c = joined("c", new Word("one"));
    await().until(() -> c.size() == 3 && b.size() == 3 && a.size() == 3);
    assertThat(a.views).containsExactly(Set.of("a"), Set.of("a", "b"), Set.of("a", "b", "c"));
    assertThat(b.views).containsExactly(Set.of("a", "b"), Set.of("a", "b", "c"));
  }

  @Test
  final void shouldAdmitAJoinerThatProvesAnyKeyThatTheCoordinatorAccepts() throws Exception {
    Guarded a = joined("a", new Word("old", "new"));
    Guarded b = joined("b", new Word("new", "old"));
    Guarded c = joined("c", new Word("new", "old"));
    await().until(() -> a.size() == 3 && b.size() == 3 && c.size() == 3);
  }

  /** A member that has joined; without a word it proves nothing. */
  final Guarded joined(String name, Word word) throws Exception {
    Guarded member = new Guarded(name, word);
    members.add(member);
    member.control.join();
    return member;
  }

  /** A member and the views that it has had. */
  final class Guarded {
    final Protocol protocol;
    final MembershipSession control;
    final List<Set<String>> views = new CopyOnWriteArrayList<>();

    Guarded(String name, Word word) throws Exception {
      int port = FreePorts.next();
      protocol =
          Protocols.factory(
                  engine(),
                  Map.of(
                      ProtocolProvider.MEMBER_NAME, name,
                      ProtocolProvider.BIND_PORT, Integer.toString(port),
                      ProtocolProvider.PEERS, String.join(",", peers)))
              .createProtocol();
      peers.add("127.0.0.1:" + port);
      control =
          (MembershipSession)
              protocol.openControlSession(Protocols.provider(engine()).group("guarded"));
      if (word != null) {
        ((GuardedSession) control).guard(word);
      }
      control.setMembershipListener(new Views(this));
    }

    int size() throws GroupException {
      return control.getMembership().getMembershipList().size();
    }
  }

  private record Views(Guarded member) implements MembershipListener {
    @Override
    public void onMembershipChange() {
      try {
        member.views.add(
            member.control.getMembership().getMembershipList().stream()
                .map(Object::toString)
                .collect(Collectors.toSet()));
      } catch (InvalidStateException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void onExcluded() {}
  }

  /** A word that is said and words that are accepted, which stand for keys. */
  static final class Word implements Admission {
    private final String own;
    private final Set<String> accepted;

    Word(String own, String... more) {
      this.own = own;
      this.accepted = new HashSet<>(List.of(more));
      this.accepted.add(own);
    }

    private static byte[] proof(String word, byte[] statement) {
      return (word + new String(statement, ISO_8859_1).hashCode()).getBytes(UTF_8);
    }

    @Override
    public byte[] prove(byte[] statement) {
      return proof(own, statement);
    }

    @Override
    public boolean accepts(byte[] statement, byte[] proof) {
      return accepted.stream().anyMatch(word -> Arrays.equals(proof(word, statement), proof));
    }

    @Override
    public String advice() {
      return "say the same word";
    }
  }
}
