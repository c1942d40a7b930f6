package org.g2cl;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.SocketAddress;

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
    if (direct != null && call.signature() == null) {
      return direct.invoke(serverObject, call.id(), call.args());
    }
    try {
      Method method = find(call);
      Object[] args = call.args();
      return method.invoke(
          serverObject,
          CallableMethods.takesCaller(method) ? withCaller(request.getSender(), args) : args);
    } catch (InvocationTargetException e) {
      throw cause(e);
    }
  }

  /** What the method threw: an error at once. */
  private static Exception cause(InvocationTargetException thrown) {
    if (thrown.getCause() instanceof Error error) {
      throw error;
    }
    return thrown.getCause() instanceof Exception cause ? cause : thrown;
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
                  .formatted(call.signature(), type, methods));
    }
    return method;
  }
}
