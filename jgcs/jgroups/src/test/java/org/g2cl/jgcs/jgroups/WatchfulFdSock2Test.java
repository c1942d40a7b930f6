package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.jgcs.tck.FreePorts;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.blocks.cs.NioServer;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of the shipped stack, which watch each other by sockets. */
class WatchfulFdSock2Test {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final List<JChannel> channels = new ArrayList<>();

  @AfterEach
  void close() {
    channels.forEach(JChannel::close);
  }

  private void start(int members) throws Exception {
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      int port = FreePorts.next();
      peers.add("127.0.0.1:" + port);
      Map<String, String> settings =
          Map.of(
              ProtocolProvider.MEMBER_NAME, "m" + i,
              ProtocolProvider.BIND_PORT, Integer.toString(port),
              ProtocolProvider.PEERS, String.join(",", peers));
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

  private FD_SOCK2 detector(int member) {
    return channels.get(member).getProtocolStack().findProtocol(FD_SOCK2.class);
  }

  private NioServer server(int member) throws ReflectiveOperationException {
    Field server = FD_SOCK2.class.getDeclaredField("srv");
    server.setAccessible(true);
    return (NioServer) server.get(detector(member));
  }

  private IpAddress socket(int member) throws Exception {
    return new IpAddress("127.0.0.1", detector(member).getActualBindPort());
  }

  private void awaitWatched(int member) {
    int left = (member + channels.size() - 1) % channels.size();
    await("m" + member + " is watched")
        .atMost(WAIT)
        .untilAsserted(
            () -> {
              assertThat(detector(left).getPingDest())
                  .startsWith("m" + member + " ")
                  .endsWith("CONNECTED]")
                  .doesNotContain("DISCONNECTED");
              assertThat(server(left).hasConnection(socket(member))).isTrue();
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void shouldWatchAMemberAgainWhenItsConnectionWasClosedThoughItLives(int members)
      throws Exception {
    start(members);
    long view = channels.get(0).getView().getViewId().getId();
    server(0).closeConnection(socket(1));
    assertThat(server(0).hasConnection(socket(1))).isFalse();
    awaitWatched(1);
    for (int i = 0; i < members; i++) {
      awaitWatched(i);
    }
    assertThat(channels.get(0).getView().getViewId().getId()).isEqualTo(view);
  }

  @Test
  void shouldBeFdSock2OnTheWire() {
    assertThat(new WatchfulFdSock2().getId()).isEqualTo(new FD_SOCK2().getId()).isPositive();
  }
}
