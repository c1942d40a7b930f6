package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.MarshalDataSession;
import org.g2cl.MarshalDataSessionFactory;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Members on JGroups with secrets. */
class JGroupsSecretTest {
  private static final String SECRET = "the-secret-of-the-members";
  private static final String NEXT = "the-next-secret-of-the-members";

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final List<String> peers = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable closed : opened) {
      closed.close();
    }
  }

  private MarshalDataSession joined(String name, String secret, String... accepted)
      throws Exception {
    String port = Integer.toString(FreePorts.next());
    Map<String, String> settings =
        Map.of(
            ProtocolProvider.MEMBER_NAME,
            name,
            ProtocolProvider.BIND_PORT,
            port,
            ProtocolProvider.PEERS,
            String.join(",", peers));
    peers.add("127.0.0.1:" + port);
    Protocol protocol = Protocols.factory("jgroups", settings).createProtocol();
    MarshalDataSession session =
        MarshalDataSessionFactory.of(
                Map.of(
                    "chain",
                    "crypto",
                    "crypto.secret",
                    secret,
                    "crypto.accepted-secrets",
                    String.join(" ", accepted)))
            .open(protocol, Protocols.provider("jgroups").group("shop"));
    opened.add(session);
    opened.add(protocol);
    session.join();
    return session;
  }

  private static int members(MarshalDataSession session) {
    return session.membership().getMembershipList().size();
  }

  @Test
  void shouldRefuseAnotherSecretBeforeAnyMemberSeesTheJoinerAndSayWhatToSet() throws Exception {
    MarshalDataSession a = joined("a", SECRET);
    List<Set<String>> views = new CopyOnWriteArrayList<>();
    a.addMembershipListener(
        view ->
            views.add(
                view.getMembershipList().stream()
                    .map(Object::toString)
                    .collect(Collectors.toSet())));
    assertThatThrownBy(() -> joined("stranger", "the-secret-of-somebody-else"))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("'stranger' could not join group 'shop'")
        .hasMessageContaining("a key that this member does not have")
        .hasMessageContaining("g2cl.secret-file");
    joined("b", SECRET);
    await().until(() -> members(a) == 2);
    assertThat(views).doesNotContain(Set.of("a", "stranger")).contains(Set.of("a", "b"));
  }

  @Test
  void shouldHandUpALeaveAsSuch() throws Exception {
    MarshalDataSession a = joined("a", SECRET);
    MarshalDataSession b = joined("b", SECRET);
    MarshalDataSession c = joined("c", SECRET);
    await().until(() -> members(a) == 3 && members(b) == 3);
    List<Membership> views = new CopyOnWriteArrayList<>();
    a.addMembershipListener(views::add);
    b.addMembershipListener(views::add);
    SocketAddress leaver = c.localAddress();
    c.leave();
    await().until(() -> views.size() == 2);
    assertThat(views)
        .allSatisfy(view -> assertThat(view.getLeavedMembers()).containsExactly(leaver))
        .allSatisfy(view -> assertThat(view.getFailedMembers()).isEmpty());
  }

  @Test
  void shouldAdmitJoinersWithTheOldAndTheNewSecretWhileItChanges() throws Exception {
    MarshalDataSession a = joined("a", SECRET);
    a.changeKeys(Map.of("crypto.secret", SECRET, "crypto.accepted-secrets", NEXT));
    joined("b", NEXT, SECRET);
    a.changeKeys(Map.of("crypto.secret", NEXT, "crypto.accepted-secrets", SECRET));
    joined("c", SECRET, NEXT);
    await().until(() -> members(a) == 3);
  }
}
