package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.jgcs.tck.FreePorts;
import org.g2cl.jgcs.tck.jgroups.KeyStores;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.protocols.FD_SOCK;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of the shipped stack with TLS, which watch each other by sockets. */
class WatchfulFdSockTest {
  private static final Duration WAIT = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private final List<JChannel> channels = new ArrayList<>();

  @AfterEach
  void close() {
    channels.forEach(JChannel::close);
  }

  private void start(int members) throws Exception {
    KeyStores keys = KeyStores.create(folder, "members");
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      int port = FreePorts.next();
      peers.add("127.0.0.1:" + port);
      Map<String, String> settings = new HashMap<>(keys.trusting(keys));
      settings.put(ProtocolProvider.MEMBER_NAME, "m" + i);
      settings.put(ProtocolProvider.BIND_PORT, Integer.toString(port));
      settings.put(ProtocolProvider.PEERS, String.join(",", peers));
      Channels.connect(
          StackSettings.of(JGroupsProtocolProvider.NAME, settings),
          "watched",
          new Receiver() {},
          ConnectionGuard.none(),
          (channel, used) -> channels.add(channel));
    }
    await()
        .atMost(WAIT)
        .until(() -> channels.stream().allMatch(channel -> channel.getView().size() == members));
    for (int i = 0; i < members; i++) {
      awaitWatched(i);
    }
  }

  private Object ofDetector(int member, String field) throws ReflectiveOperationException {
    Field found = FD_SOCK.class.getDeclaredField(field);
    found.setAccessible(true);
    return found.get(channels.get(member).getProtocolStack().findProtocol(FD_SOCK.class));
  }

  private void awaitWatched(int member) {
    int left = (member + channels.size() - 1) % channels.size();
    await("m" + member + " is watched")
        .atMost(WAIT)
        .untilAsserted(
            () -> {
              assertThat(ofDetector(left, "ping_dest"))
                  .isEqualTo(channels.get(member).getAddress());
              Socket socket = (Socket) ofDetector(left, "ping_sock");
              assertThat(socket).isInstanceOf(SSLSocket.class);
              assertThat(socket.isConnected() && !socket.isClosed()).isTrue();
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void shouldWatchAMemberAgainWhenItsConnectionWasClosedThoughItLives(int members)
      throws Exception {
    start(members);
    long view = channels.get(0).getView().getViewId().getId();
    ((Socket) ofDetector(0, "ping_sock")).close();
    for (int i = 0; i < members; i++) {
      awaitWatched((i + 1) % members);
    }
    assertThat(channels.get(0).getView().getViewId().getId()).isEqualTo(view);
  }

  /** Who suspects a member says so first; under load others have verified it meanwhile. */
  @Test
  void shouldWatchAMemberAgainThatIsTakenOffTheRingAfterTheWordThatItLives() throws Exception {
    start(3);
    Address neighbour = channels.get(1).getAddress();
    FD_SOCK detector = channels.get(0).getProtocolStack().findProtocol(FD_SOCK.class);
    ((WatchfulFdSock) detector).unsuspect(neighbour);
    List<?> ring = (List<?>) ofDetector(0, "pingable_mbrs");
    synchronized (ring) {
      assertThat(ring.remove(neighbour)).isTrue();
    }
    await("it is on the ring again")
        .atMost(WAIT)
        .until(
            () -> {
              synchronized (ring) {
                return ring.contains(neighbour);
              }
            });
  }

  @Test
  void shouldMakeNoTableForAsManyAddressesAsAMessageAnnounces() {
    byte[] content = new byte[64];
    ByteBuffer.wrap(content).putInt(1 << 24).put(Address.NULL);
    long before = allocated();
    assertThat(new WatchfulFdSock().unmarshal(content, 0, content.length)).isNull();
    assertThat(allocated() - before).isLessThan(1 << 20);
    ByteBuffer.wrap(content).putInt(1);
    assertThat(new WatchfulFdSock().unmarshal(content, 0, content.length)).hasSize(1);
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  @Test
  void shouldBeFdSockOnTheWire() {
    assertThat(new WatchfulFdSock().getId()).isEqualTo(new FD_SOCK().getId()).isPositive();
  }
}
