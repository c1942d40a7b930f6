package org.g2cl.jgcs.legacy;

import java.lang.reflect.InvocationHandler;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.GroupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plug-in's two sessions of a group, for one membership: most cannot join a second time. */
final class PluginSessions {
  private static final Logger LOG = LoggerFactory.getLogger(PluginSessions.class);
  private static final Duration LONGEST_LEAVE = Duration.ofSeconds(10);

  private final Plugin plugin;
  private final Map<LegacyService, Object> services = new EnumMap<>(LegacyService.class);
  private final Object noAnnotations;
  private final Object control;
  private final Object data;
  private final boolean blocks;

  /** What the plug-in tells. */
  interface Listener {
    /** Takes a message; returns what the notifications of it shall be told with, or null. */
    Object onMessage(byte[] payload, SocketAddress sender);

    void onService(Object context, Object service) throws GroupException;

    void onView(Object membership) throws GroupException;

    /** Takes the request to stop sending; consent is given when it returns. */
    void onBlock() throws GroupException;

    void onExcluded();

    void onFailure(Throwable failure);
  }

  PluginSessions(Plugin plugin, LegacySettings settings, String groupName) throws GroupException {
    this.plugin = plugin;
    noAnnotations = plugin.noAnnotations();
    Map<String, Object> made = new HashMap<>();
    for (Map.Entry<LegacyService, String> service : settings.services().entrySet()) {
      Object known = made.get(service.getValue());
      if (known == null) {
        known = plugin.make(settings.serviceClass(), service.getValue(), Map.of());
        made.put(service.getValue(), known);
      }
      services.put(service.getKey(), known);
    }
    Map<String, String> properties = new HashMap<>(settings.groupProperties());
    properties.put("groupName", groupName);
    Object group = plugin.make(settings.groupClass(), null, properties);
    Object factory = plugin.make(settings.factoryClass(), null, settings.factoryProperties());
    Object protocol = plugin.call(factory, Names.PROTOCOL_FACTORY, "createProtocol");
    data = plugin.call(protocol, Names.PROTOCOL, "openDataSession", group);
    boolean opened = false;
    try {
      control = openControl(plugin, protocol, group);
      blocks = plugin.isInstance(Names.BLOCK_SESSION, control);
      opened = true;
    } finally {
      if (!opened) {
        close(plugin, data);
      }
    }
  }

  private static Object openControl(Plugin plugin, Object protocol, Object group)
      throws GroupException {
    Object control = plugin.call(protocol, Names.PROTOCOL, "openControlSession", group);
    if (!plugin.isInstance(Names.MEMBERSHIP_SESSION, control)) {
      throw new GroupException(
          "the plug-in's %s is no MembershipSession, so nobody knows who the members are; use a protocol of it that has views"
              .formatted(control.getClass().getName()));
    }
    return control;
  }

  void listen(Listener listener) throws GroupException {
    plugin.call(
        control,
        Names.MEMBERSHIP_SESSION,
        "setMembershipListener",
        plugin.proxy(
            Names.MEMBERSHIP_LISTENER,
            handler(
                listener,
                Map.of(
                    "onMembershipChange",
                    arguments -> {
                      listener.onView(
                          plugin.call(control, Names.MEMBERSHIP_SESSION, "getMembership"));
                      return null;
                    },
                    "onExcluded",
                    arguments -> {
                      listener.onExcluded();
                      return null;
                    }))));
    if (blocks) {
      plugin.call(
          control,
          Names.BLOCK_SESSION,
          "setBlockListener",
          plugin.proxy(
              Names.BLOCK_LISTENER,
              handler(listener, Map.of("onBlock", arguments -> block(listener)))));
    }
    listenToData(listener);
  }

  /** Consents also when the listener fails: without, nobody in the group gets a view any more. */
  private Object block(Listener listener) throws GroupException {
    try {
      listener.onBlock();
    } finally {
      plugin.call(control, Names.BLOCK_SESSION, "blockOk");
    }
    return null;
  }

  private void listenToData(Listener listener) throws GroupException {
    Callback onMessage =
        arguments ->
            listener.onMessage(
                (byte[]) plugin.call(arguments[0], Names.MESSAGE, "getPayload"),
                (SocketAddress) plugin.call(arguments[0], Names.MESSAGE, "getSenderAddress"));
    Callback onService =
        arguments -> {
          listener.onService(arguments[0], arguments[1]);
          return null;
        };
    Callback onException =
        arguments -> {
          listener.onFailure((Throwable) arguments[0]);
          return null;
        };
    plugin.call(
        data,
        Names.DATA_SESSION,
        "setMessageListener",
        plugin.proxy(Names.MESSAGE_LISTENER, handler(listener, Map.of("onMessage", onMessage))));
    plugin.call(
        data,
        Names.DATA_SESSION,
        "setServiceListener",
        plugin.proxy(
            Names.SERVICE_LISTENER,
            handler(listener, Map.of("onMessage", onMessage, "onServiceEnsured", onService))));
    Object failures =
        plugin.proxy(
            Names.EXCEPTION_LISTENER, handler(listener, Map.of("onException", onException)));
    plugin.call(data, Names.DATA_SESSION, "setExceptionListener", failures);
    plugin.call(control, Names.CONTROL_SESSION, "setExceptionListener", failures);
  }

  /** Method of a listener. */
  @FunctionalInterface
  private interface Callback {
    Object run(Object[] arguments) throws GroupException;
  }

  /** Lets nothing escape: many a plug-in ends its thread by an exception of a listener. */
  private static InvocationHandler handler(Listener listener, Map<String, Callback> callbacks) {
    return (proxy, method, arguments) -> {
      Callback callback = callbacks.get(method.getName());
      if (callback == null) {
        return ofObject(proxy, method.getName(), arguments);
      }
      try {
        return callback.run(arguments);
      } catch (GroupException | RuntimeException | Error e) {
        listener.onFailure(e);
        return null;
      }
    };
  }

  private static Object ofObject(Object proxy, String method, Object[] arguments) {
    return switch (method) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "listener of the adapter";
      default -> null;
    };
  }

  void join(Duration longest) throws GroupException {
    Bounded.run(
        longest,
        "join",
        plugin.loader(),
        () -> plugin.call(control, Names.CONTROL_SESSION, "join"));
  }

  void leave() {
    quietly(plugin, () -> plugin.call(control, Names.CONTROL_SESSION, "leave"));
    close();
  }

  /** Ends the plug-in's threads without leaving. */
  void close() {
    close(plugin, data);
  }

  private static void close(Plugin plugin, Object data) {
    quietly(plugin, () -> plugin.call(data, Names.DATA_SESSION, "close"));
  }

  private static void quietly(Plugin plugin, Bounded.Call call) {
    try {
      Bounded.run(LONGEST_LEAVE, "leave", plugin.loader(), call);
    } catch (GroupException e) {
      LOG.debug("the plug-in did not leave in order", e);
    }
  }

  void send(Frame frame, LegacyService service, SocketAddress destination) throws GroupException {
    Object message = plugin.call(data, Names.DATA_SESSION, "createMessage");
    plugin.call(message, Names.MESSAGE, "setPayload", frame.bytes());
    Object quality = services.get(service);
    if (destination == null) {
      plugin.call(data, Names.DATA_SESSION, "multicast", message, quality, null, noAnnotations);
    } else {
      plugin.call(
          data, Names.DATA_SESSION, "send", message, quality, null, destination, noAnnotations);
    }
  }

  /** Tells whether a service of the plug-in is at least as strong as another. */
  boolean reaches(Object service, Object wanted) throws GroupException {
    return (Integer) plugin.call(service, Names.SERVICE, "compare", wanted) >= 0;
  }

  /** Members of a view of the plug-in, its coordinator first. */
  List<SocketAddress> members(Object membership) throws GroupException {
    List<SocketAddress> members = new ArrayList<>();
    for (Object member : (List<?>) ask(membership, "getMembershipList")) {
      members.add((SocketAddress) member);
    }
    Collections.rotate(members, -(Integer) ask(membership, "getCoordinatorRank"));
    return members;
  }

  /** Own address by its rank: many a plug-in waits in getLocalAddress until it is joined. */
  SocketAddress local(Object membership) throws GroupException {
    Object rank = ask(membership, "getLocalRank");
    return (SocketAddress) plugin.call(membership, Names.MEMBERSHIP, "getMemberAddress", rank);
  }

  LegacyViewId id(Object membership) throws GroupException {
    return new LegacyViewId(ask(membership, "getMembershipID"));
  }

  private Object ask(Object membership, String getter) throws GroupException {
    return plugin.call(membership, Names.MEMBERSHIP, getter);
  }
}
