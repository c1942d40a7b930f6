package org.g2cl.jgcs.tck.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.Pack;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a member of the binding sends together, seen by a channel of the engine that coordinates the
 * group of both.
 */
public abstract class PacksContract {
  private static final int MANY = 5_000;
  private static final List<String> EXPECTED =
      IntStream.range(0, MANY).mapToObj(Integer::toString).toList();
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final AtomicInteger packs = new AtomicInteger();
  private final AtomicInteger largest = new AtomicInteger();
  private int port;
  private EngineMember engineMember;
  private Node node;

  /** For the subclass of a binding. */
  protected PacksContract() {}

  /** Name of the engine. */
  protected abstract String engine();

  /** Connects a channel of the engine to the group of that name. */
  protected abstract EngineMember connect(
      StackSettings settings, String group, EngineMember.Receiver receiver) throws Exception;

  @BeforeEach
  final void open() throws Exception {
    port = FreePorts.next();
    Map<String, String> settings = Map.of(ProtocolProvider.BIND_PORT, Integer.toString(port));
    engineMember = connect(StackSettings.of(engine(), settings), Node.GROUP, this::receive);
  }

  @AfterEach
  final void close() throws Exception {
    try {
      if (node != null) {
        node.close();
      }
    } finally {
      engineMember.close();
    }
  }

  private void join(boolean packing) throws Exception {
    String peers = "127.0.0.1:" + port;
    Map<String, String> settings =
        Map.of(ProtocolProvider.PEERS, peers, ProtocolProvider.PACKING, Boolean.toString(packing));
    node = new Node(engine(), settings);
    node.join();
  }

  private void receive(boolean isPack, byte[] array, int offset, int length) {
    if (isPack) {
      packs.incrementAndGet();
      int before = seen.size();
      Pack.read(array, offset, length, this::see);
      largest.accumulateAndGet(seen.size() - before, Math::max);
    } else {
      see(array, offset, length);
    }
  }

  private void see(byte[] array, int offset, int length) {
    seen.add(new String(array, offset, length, UTF_8));
  }

  private void sendMany() throws Exception {
    for (String text : EXPECTED) {
      node.send(ServiceNames.TOTAL_ORDER, text);
    }
    await().atMost(LONGEST).until(() -> node.texts().size() >= MANY && seen.size() >= MANY);
    assertThat(node.texts()).isEqualTo(EXPECTED);
    assertThat(seen).isEqualTo(EXPECTED);
  }

  @Test
  final void shouldSendTogetherWhatQueues() throws Exception {
    join(true);
    sendMany();
    assertThat(largest).hasValueGreaterThan(1);
  }

  @Test
  final void shouldSendEachByItselfWhenSetSo() throws Exception {
    join(false);
    sendMany();
    assertThat(packs).hasValue(0);
  }

  @Test
  final void shouldGoOnAfterPacksThatAreNone() throws Exception {
    join(true);
    engineMember.sendAsPack(new byte[] {0, 1, 'a', 0, 5, 'b'});
    engineMember.sendAsPack(new byte[] {7});
    engineMember.sendAsPack(null);
    engineMember.send("good".getBytes(UTF_8));
    await().atMost(LONGEST).until(() -> node.texts().contains("good"));
    assertThat(node.texts()).containsExactly("a", "good");
  }
}
