package org.g2cl.jgcs.jgroups4;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.Pack;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.jgcs.tck.FreePorts;
import org.jgroups.JChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member of the binding, and a channel of JGroups which coordinates and sees what is sent. */
class PacksTest {
  private static final int MANY = 5_000;
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private int port;
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final List<String> got = new CopyOnWriteArrayList<>();
  private final AtomicInteger packs = new AtomicInteger();
  private JChannel plain;
  private Protocol protocol;
  private DataSession data;

  @BeforeEach
  void open() throws Exception {
    port = FreePorts.next();
    Map<String, String> settings = Map.of(ProtocolProvider.BIND_PORT, Integer.toString(port));
    Channels.connect(
        StackSettings.of("jgroups4", settings),
        "g",
        new Watcher(),
        (channel, chosen) -> plain = channel);
  }

  @AfterEach
  void close() throws Exception {
    protocol.close();
    plain.close();
  }

  private void join(boolean packing) throws Exception {
    protocol =
        Protocols.factory(
                "jgroups4",
                Map.of(
                    ProtocolProvider.PEERS,
                    "127.0.0.1:" + port,
                    ProtocolProvider.PACKING,
                    Boolean.toString(packing)))
            .createProtocol();
    MembershipSession control =
        (MembershipSession) protocol.openControlSession(new JGroups4Group("g"));
    data = protocol.openDataSession(new JGroups4Group("g"));
    data.setMessageListener(
        message -> {
          got.add(new String(message.getPayload(), UTF_8));
          return null;
        });
    control.join();
  }

  /** Sees what comes as JGroups delivers it. */
  private final class Watcher implements org.jgroups.Receiver {
    @Override
    public void receive(org.jgroups.Message message) {
      if ((message.getFlags() & JGroups4Member.PACKED) == 0) {
        seen.add(
            new String(message.getRawBuffer(), message.getOffset(), message.getLength(), UTF_8));
        return;
      }
      packs.incrementAndGet();
      Pack.read(
          message.getRawBuffer(),
          message.getOffset(),
          message.getLength(),
          (array, offset, length) -> seen.add(new String(array, offset, length, UTF_8)));
    }
  }

  private void sendMany() throws Exception {
    for (int i = 0; i < MANY; i++) {
      Message message = data.createMessage();
      message.setPayload(Integer.toString(i).getBytes(UTF_8));
      data.multicast(message, protocol.lookupService(ServiceNames.TOTAL_ORDER), null);
    }
    List<String> expected = IntStream.range(0, MANY).mapToObj(Integer::toString).toList();
    await().atMost(LONGEST).until(() -> got.size() >= MANY && seen.size() >= MANY);
    assertThat(got).isEqualTo(expected);
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void shouldSendTogetherWhatQueues() throws Exception {
    join(true);
    sendMany();
    assertThat(packs).hasValueBetween(1, MANY / 4);
  }

  @Test
  void shouldSendEachByItselfWhenSetSo() throws Exception {
    join(false);
    sendMany();
    assertThat(packs).hasValue(0);
  }

  @Test
  void shouldGoOnAfterPacksThatAreNone() throws Exception {
    join(true);
    sendAsPack(new org.jgroups.Message(null, new byte[] {0, 1, 'a', 0, 5, 'b'}));
    sendAsPack(new org.jgroups.Message(null, new byte[] {7}));
    sendAsPack(new org.jgroups.Message(null));
    plain.send(new org.jgroups.Message(null, "good".getBytes(UTF_8)));
    await().atMost(LONGEST).until(() -> got.contains("good"));
    assertThat(got).containsExactly("a", "good");
  }

  @Test
  void shouldUseABitThatJGroupsHasNoFlagFor() throws Exception {
    join(true);
    assertThat(org.jgroups.Message.Flag.values())
        .noneMatch(flag -> (flag.value() & JGroups4Member.PACKED) != 0);
  }

  private void sendAsPack(org.jgroups.Message message) throws Exception {
    message.setFlag(JGroups4Member.PACKED);
    message.setTransientFlag(org.jgroups.Message.TransientFlag.DONT_LOOPBACK);
    plain.send(message);
  }
}
