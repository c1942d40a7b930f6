package org.g2cl.jgcs.jgroups;

import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.jgcs.tck.FreePorts;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.stack.GossipRouter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members that reach each other by a router of JGroups alone. */
class TunnelTest {
  private static final String STACK =
      """
      <config xmlns="urn:org:jgroups">
        <TUNNEL bind_addr="127.0.0.1" gossip_router_hosts="127.0.0.1[%d]"/>
        <PING/>
        <MERGE3 min_interval="500" max_interval="1000"/>
        <pbcast.NAKACK2 use_mcast_xmit="false"/>
        <UNICAST3/>
        <pbcast.STABLE/>
        <pbcast.GMS join_timeout="1000"/>
      </config>
      """;

  @TempDir Path folder;

  private final List<JChannel> channels = new ArrayList<>();
  private GossipRouter router;

  @AfterEach
  void close() {
    channels.forEach(JChannel::close);
    router.stop();
  }

  private record Anything() implements Admission {
    @Override
    public byte[] prove(byte[] statement) {
      return new byte[] {1};
    }

    @Override
    public boolean accepts(byte[] statement, byte[] proof) {
      return true;
    }

    @Override
    public String advice() {
      return "";
    }
  }

  private void join(Path stack) throws Exception {
    Channels.connect(
        StackSettings.of("jgroups", Map.of(ProtocolProvider.STACK, stack.toString())),
        "g",
        new Receiver() {},
        new ConnectionGuard(new Anything(), "g"),
        (channel, port) -> channels.add(channel));
  }

  @Test
  void shouldConnectToARouterThatProvesNothing() throws Exception {
    int port = FreePorts.next();
    router = new GossipRouter("127.0.0.1", port);
    router.start();
    Path stack = Files.writeString(folder.resolve("tunnel.xml"), STACK.formatted(port));
    join(stack);
    join(stack);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> channels.stream().allMatch(channel -> channel.getView().size() == 2));
  }
}
