package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocols;
import org.g2cl.jgcs.spread.InTestDaemon.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a member says when it is not let in. */
class ConnectTest {
  private InTestDaemon daemon;

  @BeforeEach
  void startDaemon() throws Exception {
    daemon = InTestDaemon.start();
  }

  @AfterEach
  void closeDaemon() {
    daemon.close();
  }

  private void assertRefused(String... words) {
    assertRefusedBy(daemon.address(), words);
  }

  private static void assertRefusedBy(String address, String... words) {
    assertThatThrownBy(
            () ->
                Node.joined("a", address, "connect-timeout", "PT0.6S", "join-timeout", "PT0.6S")
                    .close())
        .isInstanceOf(GroupException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void shouldSayThatNoDaemonIsThere() {
    daemon.close();
    assertRefused("'a'", daemon.address(), "'peers'", "start the daemon");
  }

  @Test
  void shouldSayThatAHostIsUnknown() {
    assertRefusedBy("no-such-host.invalid:4803", "no-such-host.invalid:4803");
  }

  @Test
  void shouldNameTheSettingWhenItsOwnAddressIsNoneOfThisHost() {
    assertThatThrownBy(
            () -> Node.joined("a", daemon.address(), "bind-address", "192.0.2.1").close())
        .isInstanceOf(GroupException.class)
        .hasMessageContainingAll("192.0.2.1", "'bind-address'", daemon.address());
  }

  @Test
  void shouldTryTheNextDaemon() throws Exception {
    InTestDaemon gone = InTestDaemon.start();
    gone.close();
    try (Node a = Node.joined("a", gone.address() + "," + daemon.address())) {
      assertThat(a.lastView().getMembershipList()).hasToString("[a]");
    }
  }

  @Test
  void shouldSayThatADaemonHasTooManyClients() {
    daemon.mostClients(0);
    assertRefused(daemon.address(), "-3", "as many clients as it takes");
  }

  @Test
  void shouldSayThatADaemonDoesNotLikeItsName() {
    daemon.refuse(-5, 1);
    assertRefused("-5", "private name");
  }

  @Test
  void shouldTakeAnotherNameWhenItsNameIsTaken() throws Exception {
    daemon.refuse(-6, 3);
    Node.joined("a", daemon.address()).close();
    daemon.refuse(-6, 100);
    assertRefused("-6", "another client");
  }

  @Test
  void shouldSayThatADaemonSpeaksAnotherVersion() {
    daemon.refuse(-7, 1);
    assertRefused("-7", "4.x and 5.x");
  }

  @Test
  void shouldSayThatADaemonWantsAnotherAuthentication() {
    daemon.methods("IP pword ");
    assertRefused("IP pword", "NULL");
    daemon.methods("NULL ");
    daemon.refuse(-9, 1);
    assertRefused("-9", "NULL");
  }

  @Test
  void shouldSayThatTheAccessPolicyRefusesTheGroup() {
    daemon.answerToJoins(Answer.REJECT);
    assertRefused("'g'", "access policy");
  }

  @Test
  void shouldJoinWhereOnlyMembersMaySend() throws Exception {
    daemon.refuseStrangers();
    try (Node a = Node.joined("a", daemon.address());
        Node b = Node.joined("b", daemon.address())) {
      Node.await().until(() -> a.sees(2));
      assertThat(b.sees(2)).isTrue();
    }
  }

  @Test
  void shouldKeepNoConnectionWhenSomethingUnforeseenStopsTheJoin() throws Exception {
    SpreadSettings settings = SpreadSettings.of(Node.properties("a", daemon.address()));
    SpreadMember member =
        new SpreadMember(settings, "x".repeat(Names.BYTES + 1), null, ThreadMaker.OF_DAEMONS);
    assertThatThrownBy(member::join).isInstanceOf(NegativeArraySizeException.class);
    Node.await().until(() -> daemon.clients().isEmpty());
  }

  @Test
  void shouldKeepNoConnectionWhenWhatReadsItCannotBeMade() throws Exception {
    SpreadSettings all = SpreadSettings.of(Node.properties("a", daemon.address()));
    SpreadSettings broken =
        new SpreadSettings(
            all.bindAddress(),
            all.daemons(),
            all.memberName(),
            all.connectTimeout(),
            all.joinTimeout(),
            all.reconnectTimeout(),
            null,
            all.fragmentBytes(),
            all.queueBytes());
    SpreadMember member = new SpreadMember(broken, "g", null, ThreadMaker.OF_DAEMONS);
    assertThatThrownBy(member::join).isInstanceOf(NullPointerException.class);
    Node.await().until(() -> daemon.clients().isEmpty());
  }

  @Test
  void shouldSayThatNoViewCame() {
    daemon.answerToJoins(Answer.NOTHING);
    assertRefused("'g'", "no view", "'join-timeout'", "PT0.6S");
    assertThat(daemon.clients()).hasSizeLessThan(2);
  }

  @Test
  void shouldSayThatSomethingElseAnswers() throws Exception {
    String page = "HTTP/1.1 400 Bad Request\r\n" + "x".repeat(200);
    try (ServerSocket other = answering(page)) {
      assertRefusedBy("127.0.0.1:" + other.getLocalPort(), "authentications 'TTP/1.1 400");
    }
  }

  @Test
  void shouldNotWaitForASilentOne() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertRefusedBy("127.0.0.1:" + silent.getLocalPort(), "does not answer within PT0.6S");
    }
  }

  private static ServerSocket answering(String text) throws IOException {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread thread =
        new Thread(
            () -> {
              try (Socket socket = server.accept()) {
                socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                while (socket.getInputStream().read() >= 0) {
                  assertThat(socket.isConnected()).isTrue();
                }
              } catch (IOException e) {
                // the client is gone
              }
            });
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  @Test
  void shouldBeFreeToJoinAfterAFailure() throws Exception {
    daemon.refuse(-3, 1);
    try (Node a = new Node("a", daemon.address())) {
      assertThatThrownBy(a.control::join).isInstanceOf(GroupException.class);
      assertThat(a.control.getLocalAddress()).isNull();
      a.control.join();
      assertThat(a.sees(1)).isTrue();
    }
  }

  @Test
  void shouldNameTheWrongSettingItsValueAndTheRule() {
    for (List<String> wrong :
        List.of(
            List.of("connect-timeout", "3s", "PT3S"),
            List.of("join-timeout", "PT0S", "PT0.001S"),
            List.of("reconnect-timeout", "-PT1S", "PT0S"),
            List.of("failure-timeout", "PT0.05S", "PT0S", "PT0.1S"),
            List.of("fragment-bytes", "140001", "140000"),
            List.of("queue-bytes", "many", "number"),
            List.of("peers", "127.0.0.1", "host:port"))) {
      assertThatThrownBy(() -> Protocols.factory("spread", Map.of(wrong.get(0), wrong.get(1))))
          .isInstanceOf(GroupException.class)
          .hasMessageContainingAll(wrong.toArray(new String[0]));
    }
  }

  @Test
  void shouldReadSettingsFromTheFileThatStackNames(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("spread.properties");
    Files.writeString(file, "queue-bytes = 2000000\nfragment-bytes = 500\npeers = 127.0.0.1:1\n");
    SpreadSettings settings =
        SpreadSettings.of(Map.of("stack", file.toString(), "peers", "127.0.0.1:2"));
    assertThat(settings.queueBytes()).isEqualTo(2_000_000);
    assertThat(settings.fragmentBytes()).isEqualTo(500);
    assertThat(settings.daemons()).singleElement().asString().contains(":2");
    Files.writeString(file, "queue-byte = 2000000\n");
    assertThatThrownBy(() -> SpreadSettings.of(Map.of("stack", file.toString())))
        .hasMessageContaining("queue-byte")
        .hasMessageContaining("fragment-bytes");
    Files.delete(file);
    assertThatThrownBy(() -> SpreadSettings.of(Map.of("stack", file.toString())))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("'stack'")
        .hasMessageContaining("spread.properties");
  }
}
