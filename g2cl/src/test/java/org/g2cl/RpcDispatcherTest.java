package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
    assertRefused(
        () -> caller.callRemoteMethod(b.localAddress(), id((short) 6), RequestOptions.SYNC()));
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
}
