package org.g2cl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import org.g2cl.MarshalDataSession;
import org.g2cl.MethodCall;
import org.g2cl.RequestOptions;
import org.g2cl.RpcDispatcher;
import org.g2cl.jgcs.local.LocalNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that another member binds and this one cannot read: cut off, or of a later release. */
class ForeignValuesTest {
  private static final Duration WAIT = Duration.ofSeconds(15);

  private final LocalNetwork network = LocalNetwork.live();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private MarshalDataSession session;
  private ReplicatedRegistry registry;

  /** Of a member whose own replica is closed, so that nobody checks what it writes. */
  private RpcDispatcher foreign;

  private long foreignOwner;

  @BeforeEach
  void start() throws Exception {
    session = session("a");
    registry = registry(session);
    registry.bind("good", "value");
    MarshalDataSession other = session("b");
    ReplicatedRegistry replica = registry(other);
    foreignOwner = replica.mine().number();
    replica.bind("known", "so the owner is");
    replica.close();
    foreign = new RpcDispatcher(other, Registry.CALLS_SERVICE_ID, null);
    open.push(foreign);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private MarshalDataSession session(String name) throws Exception {
    Protocol protocol = network.factory(name).createProtocol();
    MarshalDataSession opened =
        MarshalDataSession.open(protocol, Protocols.provider("local").group("test"));
    open.push(protocol);
    open.push(opened);
    return opened;
  }

  private ReplicatedRegistry registry(MarshalDataSession joining) throws Exception {
    ReplicatedRegistry started = ReplicatedRegistry.start(joining);
    open.push(started);
    joining.join();
    started.awaitReady(WAIT);
    return started;
  }

  private byte bind(String name, byte[] value) throws Exception {
    Object[] args = {foreignOwner, name, value};
    MethodCall call = new MethodCall("bind", args, ReplicaCalls.BIND_TYPES);
    return foreign.callRemoteMethod(session.localAddress(), call, RequestOptions.SYNC());
  }

  static Stream<Object> values() {
    return Stream.of(
        new byte[] {1, 2}, "text", 5, 6L, (short) 7, (byte) 8, 'c', true, false, 1.5, 2.5f);
  }

  @ParameterizedTest
  @MethodSource("values")
  void shouldReadAnyValueThatItWrites(Object value) {
    assertThat(Values.read(Values.write(value))).isEqualTo(value);
  }

  @Disabled("Values.read throws, unchecked, in the middle of list and of lookup")
  @ParameterizedTest(name = "value {0}")
  @ValueSource(strings = {"", "49000000", "4a00", "44", "43", "59", "5a", "7f01"})
  void shouldListAllOthersWhenAValueCannotBeRead(String hex) throws Exception {
    bind("strange", HexFormat.of().parseHex(hex));

    assertThat(registry.list("")).extracting(RegistryEntry::name).contains("good");
  }

  @ParameterizedTest(name = "value {0}")
  @ValueSource(strings = {"", "49000000", "7f01"})
  void shouldTellListenersOfAllOthersWhenAValueCannotBeRead(String hex) throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    bind("a-strange", HexFormat.of().parseHex(hex));
    registry.addListener(
        new RegistryListener() {
          @Override
          public void entryAdded(RegistryEntry entry) {
            told.add(entry.name());
          }
        });
    bind("later", Values.write(1));

    await().atMost(WAIT).untilAsserted(() -> assertThat(told).contains("good", "later"));
  }

  @Disabled("null is taken into the tree, and no state can be written from then on")
  @Test
  void shouldRefuseAValueThatIsNone() throws Exception {
    bind("strange", null);
    ReplicatedRegistry joiner = registry(session("c"));

    assertThat(joiner.list("")).extracting(RegistryEntry::name).contains("good");
  }
}
