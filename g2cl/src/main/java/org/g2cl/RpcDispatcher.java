package org.g2cl;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.GroupException;

/**
 * Calls of methods of the server objects that the members have.
 *
 * <p>Only methods opened by {@link RemoteCallable} or by a {@link MethodLookup} can be called.
 * Their parameters and results are {@code byte[]}, {@code String}, primitives, boxed ones, nothing,
 * or what a {@link ValueCodec} is given for. An exception comes home as a {@link
 * RemoteInvocationException} with its type name and message. A method whose first parameter is a
 * {@link SocketAddress} is given the caller's there; the caller leaves it out. Threads, waits and
 * bounds are those of {@link MessageDispatcher}. After JGroups' class of the same name.
 */
public class RpcDispatcher extends MessageDispatcher {
  private final RpcHandler handler;
  private final ValueCodec<Object> codec;

  /**
   * Creates a dispatcher and registers it; do so before the session joins.
   *
   * @param serverObject what other members may call, or null when this member only calls
   * @throws IllegalArgumentException when an opened method has a parameter type that cannot be
   *     sent, or two cannot be told apart
   */
  public RpcDispatcher(MarshalDataSession session, int serviceId, Object serverObject) {
    this(session, serviceId, serverObject, null);
  }

  /**
   * Creates a dispatcher whose calls have parameters and results of other types, too.
   *
   * @param codec writes and reads those that have no form of their own; all members need the same.
   *     Null for none
   * @throws IllegalArgumentException when two opened methods cannot be told apart; all types that
   *     the codec is for are alike
   */
  public RpcDispatcher(
      MarshalDataSession session, int serviceId, Object serverObject, ValueCodec<Object> codec) {
    this(session, serviceId, new RpcHandler(serverObject, codec), codec);
  }

  private RpcDispatcher(
      MarshalDataSession session, int serviceId, RpcHandler handler, ValueCodec<Object> codec) {
    super(session, serviceId, handler, codec);
    this.handler = handler;
    this.codec = codec;
  }

  /** Object that other members may call, or null. */
  public Object getServerObject() {
    return handler.serverObject();
  }

  /** Table of methods by id; one without entries at first. */
  public MethodLookup getMethodLookup() {
    return handler.lookup();
  }

  /** Sets the table of methods by id; set it before joining. */
  public RpcDispatcher setMethodLookup(MethodLookup lookup) {
    handler.lookup(lookup);
    return this;
  }

  /** Caller of methods by id, or null at first. */
  public MethodInvoker getMethodInvoker() {
    return handler.invoker();
  }

  /**
   * Sets the caller of methods by id, which goes before the {@link MethodLookup}; null for none.
   * Set it before joining.
   */
  public RpcDispatcher setMethodInvoker(MethodInvoker invoker) {
    handler.invoker(invoker);
    return this;
  }

  @Override
  public RpcDispatcher directDispatching(boolean value) {
    super.directDispatching(value);
    return this;
  }

  @Override
  public RpcDispatcher after(StateTransferDataSession stateTransfer) {
    super.after(stateTransfer);
    return this;
  }

  /** Calls a method of members by name, see {@link #castMessage}. */
  public <T> RspList<T> callRemoteMethods(
      Collection<SocketAddress> dests,
      String methodName,
      Object[] args,
      Class<?>[] types,
      RequestOptions options)
      throws GroupException, InterruptedException {
    return callRemoteMethods(dests, new MethodCall(methodName, args, types), options);
  }

  /** Calls a method of members, see {@link #castMessage}. */
  public <T> RspList<T> callRemoteMethods(
      Collection<SocketAddress> dests, MethodCall call, RequestOptions options)
      throws GroupException, InterruptedException {
    return castMessage(dests, message(null, call), options);
  }

  /** Calls a method of members, see {@link #castMessageWithFuture}. */
  public <T> CompletableFuture<RspList<T>> callRemoteMethodsWithFuture(
      Collection<SocketAddress> dests, MethodCall call, RequestOptions options) {
    try {
      return castMessageWithFuture(dests, message(null, call), options);
    } catch (RuntimeException e) { // an argument cannot cross, or its codec fails
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Calls a method of one member by name, see {@link #sendMessage}. */
  @SuppressWarnings("TypeParameterUnusedInFormals") // the shape that JGroups users know
  public <T> T callRemoteMethod(
      SocketAddress dest,
      String methodName,
      Object[] args,
      Class<?>[] types,
      RequestOptions options)
      throws GroupException, TimeoutException, InterruptedException {
    return callRemoteMethod(dest, new MethodCall(methodName, args, types), options);
  }

  /** Calls a method of one member, see {@link #sendMessage}. */
  @SuppressWarnings("TypeParameterUnusedInFormals") // the shape that JGroups users know
  public <T> T callRemoteMethod(SocketAddress dest, MethodCall call, RequestOptions options)
      throws GroupException, TimeoutException, InterruptedException {
    return sendMessage(message(dest, call), options);
  }

  /** Calls a method of one member, see {@link #sendMessageWithFuture}. */
  public <T> CompletableFuture<T> callRemoteMethodWithFuture(
      SocketAddress dest, MethodCall call, RequestOptions options) {
    try {
      return sendMessageWithFuture(message(dest, call), options);
    } catch (RuntimeException e) { // an argument cannot cross, or its codec fails
      return CompletableFuture.failedFuture(e);
    }
  }

  private G2CLMessage message(SocketAddress dest, MethodCall call) {
    return new G2CLMessage(dest, Calls.write(call, codec));
  }
}
