package org.g2cl;

import static java.util.stream.Collectors.joining;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.SocketAddress;
import java.util.Arrays;

/** Calls methods of the server object. */
final class RpcHandler implements RequestHandler {
  private final Object serverObject;
  private final ValueCodec<Object> codec;
  private final CallableMethods methods;
  private volatile MethodLookup lookup = id -> null;
  private volatile MethodInvoker invoker;

  /**
   * Creates one.
   *
   * @param codec form of the values that have none of their own, or null
   */
  RpcHandler(Object serverObject, ValueCodec<Object> codec) {
    this.serverObject = serverObject;
    this.codec = codec;
    this.methods =
        serverObject == null ? null : new CallableMethods(serverObject.getClass(), codec != null);
  }

  Object serverObject() {
    return serverObject;
  }

  MethodLookup lookup() {
    return lookup;
  }

  void lookup(MethodLookup value) {
    lookup = value;
  }

  MethodInvoker invoker() {
    return invoker;
  }

  void invoker(MethodInvoker value) {
    invoker = value;
  }

  @Override
  public Object handle(G2CLMessage request) throws Exception {
    return Values.encoded(call(request), codec);
  }

  private Object call(G2CLMessage request) throws Exception {
    Calls.Received call = Calls.read(request.payload(), codec);
    MethodInvoker direct = invoker;
    return direct != null && call.signature() == null
        ? invoke(direct, call)
        : invoke(find(call), call.args(), request.getSender());
  }

  private Object invoke(MethodInvoker direct, Calls.Received call) throws MethodException {
    try {
      return direct.invoke(serverObject, call.id(), call.args());
    } catch (Exception e) {
      throw new MethodException(e);
    }
  }

  private Object invoke(Method method, Object[] args, SocketAddress caller) throws Exception {
    try {
      return method.invoke(
          serverObject, CallableMethods.takesCaller(method) ? withCaller(caller, args) : args);
    } catch (InvocationTargetException e) {
      throw thrown(e);
    } catch (IllegalArgumentException e) {
      throw new MethodException(mismatch(method, args, e));
    }
  }

  /** What the method threw: an error at once. */
  private static MethodException thrown(InvocationTargetException thrown) {
    if (thrown.getCause() instanceof Error error) {
      throw error;
    }
    return new MethodException(thrown.getCause() instanceof Exception cause ? cause : thrown);
  }

  private IllegalArgumentException mismatch(
      Method method, Object[] args, IllegalArgumentException cause) {
    String given =
        Arrays.stream(args)
            .map(arg -> arg == null ? "null" : arg.getClass().getSimpleName())
            .collect(joining(", ", "(", ")"));
    return new IllegalArgumentException(
        "%s of %s cannot be called with %s: %s; call it with values of its types"
            .formatted(
                CallableMethods.readable(method),
                serverObject.getClass().getName(),
                given,
                cause.getMessage()),
        cause);
  }

  /** Says that a called method failed, not this class. */
  static final class MethodException extends Exception {
    private static final long serialVersionUID = 1L;

    MethodException(Exception cause) {
      super(cause);
    }
  }

  private static Object[] withCaller(SocketAddress caller, Object[] args) {
    Object[] all = new Object[args.length + 1];
    all[0] = caller;
    System.arraycopy(args, 0, all, 1, args.length);
    return all;
  }

  private Method find(Calls.Received call) throws NoSuchMethodException {
    if (serverObject == null) {
      throw new NoSuchMethodException("member has no server object");
    }
    boolean byId = call.signature() == null;
    Method method = byId ? lookup.findMethod(call.id()) : methods.find(call.signature());
    if (method == null) {
      String type = serverObject.getClass().getName();
      throw new NoSuchMethodException(
          byId
              ? "the member's MethodLookup for %s has no id %d".formatted(type, call.id())
              : "%s of %s; callable are methods with @RemoteCallable: %s"
                  .formatted(Calls.readable(call.signature()), type, methods));
    }
    return method;
  }
}
