package org.g2cl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.naming.Context;
import javax.naming.NameClassPair;
import javax.naming.NamingException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import org.g2cl.MarshalDataSession;
import org.g2cl.MethodCall;
import org.g2cl.RemoteInvocationException;
import org.g2cl.RequestOptions;
import org.g2cl.RpcDispatcher;
import org.g2cl.jgcs.local.LocalNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

  @ParameterizedTest(name = "value {0}")
  @ValueSource(strings = {"", "49000000", "4a00", "44", "43", "59", "5a", "7f01"})
  void shouldListAllOthersWhenAValueCannotBeRead(String hex) throws Exception {
    byte[] form = HexFormat.of().parseHex(hex);
    bind("strange", form);

    assertThat(registry.list(""))
        .extracting(RegistryEntry::name, RegistryEntry::value)
        .contains(tuple("good", "value"), tuple("strange", new UnknownValue(form)));
  }

  @ParameterizedTest(name = "value {0}")
  @ValueSource(strings = {"", "49000000", "7f01"})
  void shouldPassOnAsItIsAValueThatCannotBeRead(String hex) throws Exception {
    byte[] form = HexFormat.of().parseHex(hex);
    bind("strange", form);

    ReplicatedRegistry joiner = registry(session("c"));

    assertThat(joiner.tree().get("strange").value()).isEqualTo(form);
  }

  @Test
  @SuppressWarnings("BanJNDI") // of the registry, which deserializes nothing
  void shouldSayInJndiThatAValueCannotBeRead() throws Exception {
    bind("strange", new byte[] {0x7f, 1});
    Context context = new RegistryContext(registry, "", null);

    assertThatThrownBy(() -> context.lookup("strange"))
        .isInstanceOf(NamingException.class)
        .hasMessageContaining("name 'strange' has an unknown value of type 127, 2 bytes, of b");
    assertThat(Collections.list(context.list("")))
        .extracting(NameClassPair::getName)
        .containsExactlyInAnyOrder("good", "known", "strange");
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

  @Test
  void shouldRefuseAValueThatIsNone() throws Exception {
    assertThatThrownBy(() -> bind("strange", null))
        .isInstanceOf(RemoteInvocationException.class)
        .hasMessageContaining("name 'strange': value is null");

    ReplicatedRegistry joiner = registry(session("c"));
    assertThat(joiner.list("")).extracting(RegistryEntry::name).contains("good");
  }

  /** Else its state could be read by no joiner. */
  @Test
  void shouldRefuseAValueThatIsTooLong() {
    assertThatThrownBy(() -> bind("strange", new byte[Values.MAX_BYTES + 1]))
        .isInstanceOf(RemoteInvocationException.class)
        .hasMessageContaining("name 'strange': value has 1048577 bytes, at most 1048576");
  }
}
