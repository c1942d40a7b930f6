package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import net.sf.jgcs.GroupException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RpcDispatcherTest {
  private final TestGroup group = new TestGroup();
  private MarshalDataSession a;
  private MarshalDataSession b;
  private RpcDispatcher caller;

  /** What an application opens as a whole. */
  @RemoteCallable
  interface Stock extends Closeable {
    int take(String article, int count);

    int take(String article, Integer count);
  }

  static final class Shop implements Stock {
    @Override
    public int take(String article, int count) {
      if (count > 10) {
        throw new IllegalArgumentException("only 10 " + article);
      }
      return 10 - count;
    }

    @Override
    public int take(String article, Integer count) {
      return -1;
    }

    @RemoteCallable
    public byte[] twice(byte[] bytes) {
      byte[] doubled = java.util.Arrays.copyOf(bytes, 2 * bytes.length);
      System.arraycopy(bytes, 0, doubled, bytes.length, bytes.length);
      return doubled;
    }

    @RemoteCallable
    public String whoCalls(SocketAddress caller, String greeting) {
      return greeting + " " + caller;
    }

    public String closed() {
      return "not opened by an annotation";
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void join() throws Exception {
    a = group.session("a");
    b = group.session("b");
    caller = new RpcDispatcher(a, 3, new Shop());
    RpcDispatcher other = new RpcDispatcher(b, 3, new Shop());
    other.setMethodLookup(id -> id == 5 ? method("closed") : null);
    a.join();
    b.join();
    group.awaitMembers(2);
  }

  private static java.lang.reflect.Method method(String name) {
    try {
      return Shop.class.getMethod(name);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void leave() throws Exception {
    group.close();
  }

  private Object call(String name, Object[] args, Class<?>... types) throws Exception {
    return caller.callRemoteMethod(b.localAddress(), name, args, types, RequestOptions.SYNC());
  }

  @Test
  void shouldCallTheOverloadThatTheTypesName() throws Exception {
    Object[] args = {"cups", 3};
    assertThat(call("take", args, String.class, int.class)).isEqualTo(7);
    assertThat(call("take", args, String.class, Integer.class)).isEqualTo(-1);
    assertThat(call("twice", new Object[] {new byte[] {1, 2}}, byte[].class))
        .isEqualTo(new byte[] {1, 2, 1, 2});
  }

  @Test
  void shouldCallAllMembers() throws Exception {
    MethodCall take = new MethodCall("take", new Object[] {"cups", 4}, types());
    RspList<Integer> replies = caller.callRemoteMethods(null, take, RequestOptions.SYNC());
    assertThat(replies.getResults()).isEqualTo(List.of(6, 6));
    RspList<Integer> later =
        caller
            .<Integer>callRemoteMethodsWithFuture(null, take, RequestOptions.SYNC())
            .get(5, TimeUnit.SECONDS);
    assertThat(later.getResults()).isEqualTo(List.of(6, 6));
  }

  private static Class<?>[] types() {
    return new Class<?>[] {String.class, int.class};
  }

  @Test
  void shouldTellTheMethodWhoCallsWhenItAsks() throws Exception {
    assertThat(call("whoCalls", new Object[] {"I am"}, String.class)).isEqualTo("I am a");
  }

  @Test
  void shouldBringTheMethodsExceptionHome() {
    assertThatThrownBy(() -> call("take", new Object[] {"cups", 11}, types()))
        .isInstanceOfSatisfying(
            RemoteInvocationException.class,
            e -> {
              assertThat(e.exceptionType()).isEqualTo(IllegalArgumentException.class.getName());
              assertThat(e.remoteMessage()).isEqualTo("only 10 cups");
            });
  }

  @Test
  void shouldCallNothingThatWasNotOpened() {
    for (String name : List.of("closed", "close", "getClass", "hashCode", "missing")) {
      assertRefused(() -> call(name, new Object[0]));
    }
    assertThatThrownBy(
            () -> caller.callRemoteMethod(b.localAddress(), id((short) 6), RequestOptions.SYNC()))
        .hasMessageContaining("NoSuchMethodException")
        .hasMessageContaining("MethodLookup")
        .hasMessageContaining("no id 6")
        .hasMessageNotContaining("@RemoteCallable");
  }

  @Test
  void shouldNameTheTypesOfAMissingMethodAsJavaDoes() {
    assertThatThrownBy(() -> call("take", new Object[] {"cups", 3L}, String.class, long.class))
        .hasMessageContaining(
            "take(String, long) of %s; callable are methods with @RemoteCallable: [take(String, Integer), take(String, int), twice(byte[]), whoCalls(String)]"
                .formatted(Shop.class.getName()));
  }

  @Test
  void shouldNameEveryTypeThatCanCrossAsJavaDoes() {
    Class<?>[] types = {
      byte[].class, String.class, boolean.class, Boolean.class, byte.class, Byte.class,
      short.class, Short.class, char.class, Character.class, int.class, Integer.class,
      long.class, Long.class, float.class, Float.class, double.class, Double.class
    };
    String names =
        Arrays.stream(types).map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
    assertThat(Calls.readable(Calls.signature("all", types, false))).isEqualTo("all" + names);
    Class<?>[] own = {List.class};
    assertThat(Calls.readable(Calls.signature("some", own, true))).isEqualTo("some(<by codec>)");
    assertThat(Calls.readable("strange:I\u0000~")).isEqualTo("strange(long, ?, ?)");
    assertThat(Calls.readable("no signature")).isEqualTo("no signature");
  }

  @Test
  void shouldNameMethodAndTypesWhenTheArgumentsAreOfOtherTypes() {
    assertThatThrownBy(() -> call("take", new Object[] {"cups", 3L}, types()))
        .hasMessageContaining(
            "take(String, int) of %s cannot be called with (String, Long): "
                .formatted(Shop.class.getName()));
  }

  @Test
  void shouldNotLogWhatTheCallerIsTold() throws Exception {
    String log =
        LogText.during(
            () -> {
              for (String article : List.of("cups", "plates")) {
                assertThatThrownBy(() -> call("take", new Object[] {article, 11}, types()))
                    .hasMessageContaining("only 10 " + article);
              }
              return call("take", new Object[] {"cups", 3}, types()); // behind them
            });
    assertThat(log).doesNotContain("handler of").doesNotContain("only 10");
  }

  @Test
  void shouldLogWhatNobodyIsTold() throws Exception {
    Object[] args = {"cups", 11};
    String log =
        LogText.during(
            () -> {
              caller.callRemoteMethod(
                  b.localAddress(), "take", args, types(), RequestOptions.ASYNC());
              return call("take", new Object[] {"cups", 3}, types()); // behind it
            });
    assertThat(log)
        .contains("b: handler of ")
        .contains("IllegalArgumentException: only 10 cups")
        .contains("at " + Shop.class.getName() + ".take");
  }

  /** Asks all from within a call. */
  @RemoteCallable
  static final class Asking {
    private RpcDispatcher dispatcher;
    private String service;

    public int askAll() throws Exception {
      RequestOptions options =
          RequestOptions.SYNC().service(service).timeout(Duration.ofMillis(100));
      MethodCall answer = new MethodCall("answer", null, null);
      return dispatcher.callRemoteMethods(null, answer, options).numReceived();
    }

    public int answer() {
      return 1;
    }
  }

  @ParameterizedTest
  @CsvSource({"false, total-order", "true, total-order", "false, fifo"})
  void shouldSayThatACallInOrderWaitsBehindItself(boolean direct, String service) throws Exception {
    Asking asking = new Asking();
    asking.service = service;
    asking.dispatcher = new RpcDispatcher(b, 34, asking).directDispatching(direct);
    RpcDispatcher asker = new RpcDispatcher(a, 34, null);
    MethodCall askAll = new MethodCall("askAll", null, null);
    RequestOptions options = RequestOptions.SYNC().service(service);
    String log =
        LogText.during(
            () -> asker.callRemoteMethods(List.of(b.localAddress()), askAll, options).getFirst());
    assertThat(log)
        .containsOnlyOnce(
            "b: a handler of service id 34 waits for the answer of its own member, which stands behind it and will not come within the 100 ms");
    String quiet = LogText.during(() -> asking.askAll());
    assertThat(quiet).as("on a thread of the application").doesNotContain("stands behind it");
  }

  private static MethodCall id(short id) {
    return new MethodCall(id);
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call).hasMessageContaining("NoSuchMethodException");
  }

  @Test
  void shouldCallByIdWhatTheLookupNames() throws Exception {
    String reply = caller.callRemoteMethod(b.localAddress(), id((short) 5), RequestOptions.SYNC());
    assertThat(reply).isEqualTo("not opened by an annotation");
  }

  @Test
  void shouldCallByIdThroughTheInvokerWhenThereIsOne() throws Exception {
    caller.setMethodInvoker((target, id, args) -> target.getClass().getSimpleName() + id + args[0]);
    Object reply =
        caller.callRemoteMethod(
            a.localAddress(), new MethodCall((short) 8, "!"), RequestOptions.SYNC());
    assertThat(reply).isEqualTo("Shop8!");
  }

  @Test
  void shouldRefuseTypesThatCannotCrossAtTheCaller() {
    assertThatThrownBy(() -> call("take", new Object[] {List.of()}, List.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.util.List");
  }

  /** Cannot do anything. */
  @RemoteCallable
  static final class Broken {
    public void fail() {
      throw new AssertionError("broken");
    }
  }

  @Test
  void shouldCarryHomeAnErrorOfTheMethodByItsOwnName() {
    new RpcDispatcher(b, 30, new Broken());
    RpcDispatcher asker = new RpcDispatcher(a, 30, null);
    assertThatThrownBy(
            () ->
                asker.callRemoteMethod(
                    b.localAddress(), new MethodCall("fail", null, null), RequestOptions.SYNC()))
        .isInstanceOf(RemoteInvocationException.class)
        .hasMessageContaining("java.lang.AssertionError")
        .hasMessageContaining("broken");
  }

  /** Has two methods that are the same to a caller. */
  @RemoteCallable
  static final class Twice {
    public String who(String name) {
      return name;
    }

    public String who(SocketAddress caller, String name) {
      return name + caller;
    }
  }

  @Test
  void shouldRefuseMethodsThatCallersCannotTellApart() {
    assertThatThrownBy(() -> new RpcDispatcher(a, 31, new Twice()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give one another name");
    a.register(31, message -> {}).close();
  }

  @Test
  void shouldTakeNullOptionsAsSyncAndNullArgumentsAsNone() throws Exception {
    MethodCall call = new MethodCall((short) 5, (Object[]) null);
    assertThat(caller.<String>callRemoteMethod(b.localAddress(), call, null))
        .isEqualTo("not opened by an annotation");
    assertThat(caller.callRemoteMethods(List.of(b.localAddress()), call, null).getResults())
        .containsExactly("not opened by an annotation");
  }

  @Test
  void shouldEndTheFutureWhenAnArgumentCannotCross() {
    MethodCall call = new MethodCall((short) 5, List.of());
    assertThat(caller.callRemoteMethodWithFuture(b.localAddress(), call, null))
        .isCompletedExceptionally();
    assertThat(caller.callRemoteMethodsWithFuture(null, call, null)).isCompletedExceptionally();
  }

  /** Takes every value for a text. */
  private static final class TextCodec implements ValueCodec<Object> {
    @Override
    public byte[] write(Object value) {
      return ((CharSequence) value).toString().getBytes(UTF_8);
    }

    @Override
    public Object read(byte[] bytes) {
      return new String(bytes, UTF_8);
    }
  }

  @Test
  void shouldEndTheFutureWhenTheCodecFails() {
    RpcDispatcher asker = new RpcDispatcher(a, 33, null, new TextCodec());
    MethodCall call = new MethodCall((short) 5, List.of());
    assertThat(asker.callRemoteMethodWithFuture(b.localAddress(), call, null))
        .isCompletedExceptionally();
    assertThat(asker.callRemoteMethodsWithFuture(null, call, null)).isCompletedExceptionally();
  }

  /** A type of the application, with a member's address in it. */
  private record Ticket(String seat, SocketAddress holder) {}

  /** Writes tickets as the length of their seat, the seat, and the address. */
  private record TicketCodec(ValueCodec<SocketAddress> addresses) implements ValueCodec<Object> {
    @Override
    public byte[] write(Object value) {
      if (!(value instanceof Ticket ticket)) {
        throw new IllegalArgumentException("no ticket: " + value);
      }
      byte[] seat = ticket.seat().getBytes(UTF_8);
      byte[] holder = addresses.write(ticket.holder());
      return ByteBuffer.allocate(1 + seat.length + holder.length)
          .put((byte) seat.length)
          .put(seat)
          .put(holder)
          .array();
    }

    @Override
    public Object read(byte[] bytes) {
      int end = 1 + bytes[0];
      return new Ticket(
          new String(bytes, 1, end - 1, UTF_8),
          addresses.read(Arrays.copyOfRange(bytes, end, bytes.length)));
    }
  }

  /** Gives tickets away. */
  @RemoteCallable
  static final class Hall {
    /** Changes the holder to the caller. */
    public Object pass(SocketAddress caller, Object ticket) {
      return new Ticket(((Ticket) ticket).seat(), caller);
    }

    /** Makes one. */
    public Object anew(SocketAddress caller) {
      return new Ticket("B2", caller);
    }
  }

  /** A type of the application that only the codec sends, as tickets. */
  private record Coat(String number) {}

  /** Has two methods that only the types of a codec tell apart. */
  @RemoteCallable
  static final class Wardrobe {
    public void put(Ticket ticket) {}

    public void put(Coat coat) {}
  }

  /** Takes tickets. */
  @RemoteCallable
  static class Box {
    public String put(Ticket ticket) {
      return "box " + ticket.seat();
    }
  }

  /** Takes coats besides. */
  @RemoteCallable
  static final class CoatBox extends Box {
    public String put(Coat coat) {
      return "coat " + coat.number();
    }
  }

  @Test
  void shouldRefuseMethodsThatOnlyTypesOfTheCodecTellApart() {
    TicketCodec codec = new TicketCodec(a.addressCodec());
    for (Object server : List.of(new Wardrobe(), new CoatBox())) {
      assertThatThrownBy(() -> new RpcDispatcher(a, 31, server, codec))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("put(" + Ticket.class.getName() + ")")
          .hasMessageContaining("put(" + Coat.class.getName() + ")")
          .hasMessageContaining("give one another name");
    }
    a.register(31, message -> {}).close();
  }

  /** Takes things, one or many. */
  @RemoteCallable
  interface Taker<T> {
    String put(T thing);

    default String putAll(T[] things) {
      return String.valueOf(things.length);
    }
  }

  /** Takes things of a kind. */
  @RemoteCallable
  abstract static class Shelf<S extends Record> implements Taker<S> {
    @Override
    public abstract String put(S thing);
  }

  /** Overrides for tickets what it inherits for anything, twice. */
  @RemoteCallable
  static final class TicketShelf extends Shelf<Ticket> implements Taker<Ticket> {
    @Override
    public String put(Ticket ticket) {
      return "shelf " + ticket.seat();
    }

    @Override
    public String putAll(Ticket[] tickets) {
      return "shelf of " + tickets.length;
    }
  }

  /** Overrides what it inherits as it is. */
  @RemoteCallable
  static final class FastBox extends Box {
    @Override
    public String put(Ticket ticket) {
      return "fast " + super.put(ticket);
    }
  }

  @Test
  void shouldTakeAnOverrideForTheMethodThatItOverrides() throws Exception {
    new RpcDispatcher(b, 32, new TicketShelf(), new TicketCodec(b.addressCodec()));
    new RpcDispatcher(b, 33, new FastBox(), new TicketCodec(b.addressCodec()));
    Object[] args = {new Ticket("A1", b.localAddress())};
    MethodCall put = new MethodCall("put", args, new Class<?>[] {Ticket.class});
    RpcDispatcher asksShelf = new RpcDispatcher(a, 32, null, new TicketCodec(a.addressCodec()));
    RpcDispatcher asksBox = new RpcDispatcher(a, 33, null, new TicketCodec(a.addressCodec()));
    assertThat(asksShelf.<String>callRemoteMethod(b.localAddress(), put, RequestOptions.SYNC()))
        .isEqualTo("shelf A1");
    assertThat(asksBox.<String>callRemoteMethod(b.localAddress(), put, RequestOptions.SYNC()))
        .isEqualTo("fast box A1");
  }

  @Test
  void shouldCarryTypesOfTheApplicationByACodec() throws Exception {
    new RpcDispatcher(b, 32, new Hall(), new TicketCodec(b.addressCodec()));
    RpcDispatcher asker = new RpcDispatcher(a, 32, null, new TicketCodec(a.addressCodec()));
    Object[] args = {new Ticket("A1", b.localAddress())};
    Class<?>[] types = {Object.class};
    Ticket passed =
        asker.callRemoteMethod(b.localAddress(), "pass", args, types, RequestOptions.SYNC());
    assertThat(passed).isEqualTo(new Ticket("A1", a.localAddress()));
    assertThatThrownBy(
            () ->
                asker.callRemoteMethod(
                    b.localAddress(),
                    new MethodCall("pass", new Object[] {List.of()}, types),
                    null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldNotWaitForAnAnswerThatTheCallerCannotRead() throws Exception {
    new RpcDispatcher(b, 32, new Hall(), new TicketCodec(b.addressCodec()));
    RpcDispatcher asker = new RpcDispatcher(a, 32, null);
    MethodCall anew = new MethodCall("anew", new Object[0], new Class<?>[0]);
    RequestOptions patient = RequestOptions.SYNC().timeout(Duration.ofMinutes(5));
    assertThat(asker.callRemoteMethodWithFuture(b.localAddress(), anew, patient))
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(GroupException.class)
        .withMessageContaining("same codec");
    RspList<Object> answers =
        asker.callRemoteMethods(List.of(b.localAddress()), anew, RequestOptions.SYNC());
    assertThat(answers.get(b.localAddress()).getException()).hasMessageContaining("same codec");
  }

  @Test
  void shouldCountAnErrorOfACodecThatReadsAnAnswer() throws Exception {
    new RpcDispatcher(b, 32, new Hall(), new TicketCodec(b.addressCodec()));
    ValueCodec<Object> broken =
        new ValueCodec<>() {
          @Override
          public byte[] write(Object value) {
            throw new UnsupportedOperationException();
          }

          @Override
          public Object read(byte[] bytes) {
            throw new NoClassDefFoundError("as the test wants it");
          }
        };
    RpcDispatcher asker = new RpcDispatcher(a, 32, null, broken);
    MethodCall anew = new MethodCall("anew", new Object[0], new Class<?>[0]);

    RspList<Object> answers =
        asker.callRemoteMethods(List.of(b.localAddress()), anew, RequestOptions.SYNC());

    assertThat(answers.get(b.localAddress()).getException()).hasMessageContaining("same codec");
    assertThat(a.scheduler().failures()).isEqualTo(1);
    assertThat(b.scheduler().failures()).isZero();
  }

  @Test
  void shouldReadTheAddressOfAMemberThatIsGoneAsOneThatNobodyHas() throws Exception {
    byte[] bytes = b.addressCodec().write(b.localAddress());
    assertThat(a.addressCodec().read(bytes)).isEqualTo(b.localAddress());
    b.leave();
    group.awaitMembers(1);
    SocketAddress gone = a.addressCodec().read(bytes);
    assertThat(gone).isEqualTo(a.addressCodec().read(bytes)).isNotEqualTo(a.localAddress());
    assertThat(a.addressCodec().write(gone)).isEqualTo(bytes);
    assertThatThrownBy(
            () -> caller.callRemoteMethod(gone, new MethodCall((short) 5), RequestOptions.SYNC()))
        .isInstanceOf(SuspectedException.class);
  }
}
