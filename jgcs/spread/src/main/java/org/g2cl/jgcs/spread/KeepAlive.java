package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.Socket;
import java.net.SocketOption;
import java.util.Map;
import java.util.Set;

/**
 * Keep-alive of a connection in seconds, by which a host that is gone is noticed.
 *
 * <p>By reflection, since the jar for JOnAS runs on Java 8 too, whose sockets have no such options:
 * there the system's times stay, hours by default. Checked against Java 17 and 8u504.
 */
final class KeepAlive {
  private static final Map<String, Integer> OPTIONS =
      Map.of("TCP_KEEPIDLE", 10, "TCP_KEEPINTERVAL", 10, "TCP_KEEPCOUNT", 3);

  private KeepAlive() {}

  static void start(Socket socket) throws IOException {
    socket.setKeepAlive(true);
    try {
      Method supported = Socket.class.getMethod("supportedOptions");
      Method set = Socket.class.getMethod("setOption", SocketOption.class, Object.class);
      for (Object option : (Set<?>) supported.invoke(socket)) {
        Integer value = OPTIONS.get(((SocketOption<?>) option).name());
        if (value != null) {
          set.invoke(socket, option, value);
        }
      }
    } catch (NoSuchMethodException e) {
      return; // Java 8
    } catch (ReflectiveOperationException e) {
      throw new IOException("the keep-alive times of a socket cannot be set", e);
    }
  }
}
