package org.g2cl.bench.delivery;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;

/**
 * Member that calls JGroups 4.2 itself.
 *
 * <p>This module is compiled with JGroups 5, where a message is an interface and no class; so what
 * differs is called by constant method handles, and the receiver is made as a lambda is: the
 * compiler of the JVM sees through both. Checked against JGroups 4.2.30.
 */
final class JGroups4Endpoint implements Endpoint {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final MethodHandle NEW;
  private static final MethodHandle SENDER;
  private static final MethodHandle ARRAY;
  private static final MethodHandle OFFSET;

  static {
    try {
      NEW =
          LOOKUP
              .findConstructor(
                  Message.class, MethodType.methodType(void.class, Address.class, byte[].class))
              .asType(MethodType.methodType(Message.class, Address.class, byte[].class));
      SENDER = getter("getSrc", Address.class);
      ARRAY = getter("getRawBuffer", byte[].class);
      OFFSET = getter("getOffset", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final JChannel channel;

  private JGroups4Endpoint(JChannel channel) {
    this.channel = channel;
  }

  private static MethodHandle getter(String name, Class<?> type)
      throws ReflectiveOperationException {
    return LOOKUP
        .findVirtual(Message.class, name, MethodType.methodType(type))
        .asType(MethodType.methodType(type, Object.class));
  }

  static JGroups4Endpoint join(String group, Map<String, String> settings, Receiver own)
      throws Exception {
    JChannel channel = Channels.create(settings);
    channel.setReceiver(receiver(own));
    try {
      channel.connect(group);
    } catch (Exception e) { // declared so by JGroups
      channel.close();
      throw e;
    }
    return new JGroups4Endpoint(channel);
  }

  /** In 4.2 only {@code receive(Message)} of a receiver is abstract. */
  private static org.jgroups.Receiver receiver(Receiver own) throws Exception {
    MethodHandle delivered =
        LOOKUP.findStatic(
            JGroups4Endpoint.class,
            "delivered",
            MethodType.methodType(void.class, Receiver.class, Object.class));
    try {
      return (org.jgroups.Receiver)
          LambdaMetafactory.metafactory(
                  LOOKUP,
                  "receive",
                  MethodType.methodType(org.jgroups.Receiver.class, Receiver.class),
                  MethodType.methodType(void.class, Message.class),
                  delivered,
                  MethodType.methodType(void.class, Message.class))
              .getTarget()
              .invoke(own);
    } catch (Throwable e) { // declared so by method handles
      throw new IllegalStateException("no receiver can be made for this JGroups", e);
    }
  }

  @SuppressWarnings("UnusedMethod") // called by the lambda above
  private static void delivered(Receiver own, Object message) {
    try {
      Address sender = (Address) SENDER.invokeExact(message);
      byte[] array = (byte[]) ARRAY.invokeExact(message);
      int offset = (int) OFFSET.invokeExact(message);
      own.delivered(sender.hashCode(), array[offset]);
    } catch (Throwable e) { // declared so by method handles
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int members() {
    return channel.getView().size();
  }

  @Override
  public void multicast(byte[] payload) throws Exception {
    channel.send(message(payload));
  }

  private static Message message(byte[] payload) {
    try {
      return (Message) NEW.invokeExact((Address) null, payload);
    } catch (Throwable e) { // declared so by method handles
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    channel.close();
  }
}
