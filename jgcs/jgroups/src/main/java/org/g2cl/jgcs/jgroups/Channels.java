package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProtocolProvider;
import org.jgroups.JChannel;
import org.jgroups.Receiver;

/** Maker of connected channels: finds a port, connects, and names the setting when that fails. */
final class Channels {
  private static final int ATTEMPTS = 10;

  private Channels() {}

  /** What is done with a channel between its creation and its connection. */
  interface Preparation {
    void prepare(JChannel channel, int port);
  }

  static void connect(
      JGroupsSettings settings, String cluster, Receiver receiver, Preparation preparation)
      throws GroupException {
    Exception last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Stack stack = Stack.load(settings);
      int port = choosePort(settings, stack);
      try {
        connect(stack, settings, port, cluster, receiver, preparation);
        return;
      } catch (Exception e) { // declared so by JGroups
        last = e;
        if (settings.bindPort() != 0 || !portTaken(e)) {
          throw failure(settings, port, cluster, e);
        }
      }
    }
    throw failure(settings, 0, cluster, last);
  }

  private static void connect(
      Stack stack,
      JGroupsSettings settings,
      int port,
      String cluster,
      Receiver receiver,
      Preparation preparation)
      throws Exception {
    JChannel channel = new JChannel(stack.with(settings, port));
    try {
      if (settings.memberName() != null) {
        channel.setName(settings.memberName());
      }
      channel.setReceiver(receiver);
      preparation.prepare(channel, port);
      channel.connect(cluster);
    } catch (Exception e) {
      channel.close();
      throw e;
    }
  }

  private static int choosePort(JGroupsSettings settings, Stack stack) throws GroupException {
    if (settings.bindPort() != 0 || !stack.needsPort()) {
      return settings.bindPort();
    }
    try (ServerSocket probe = new ServerSocket(0, 1, settings.bindAddress())) {
      return probe.getLocalPort();
    } catch (IOException e) {
      throw failure(settings, 0, "", e);
    }
  }

  private static boolean portTaken(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return true;
      }
    }
    return false;
  }

  private static GroupException failure(
      JGroupsSettings settings, int port, String cluster, Exception cause) {
    String address = settings.bindAddress().getHostAddress();
    if (portTaken(cause)) {
      return new GroupException(
          "cannot listen on %s:%d (settings '%s' and '%s'): %s. Choose a free port, or 0 for any; the address must be one of this host."
              .formatted(
                  address,
                  port,
                  ProtocolProvider.BIND_ADDRESS,
                  ProtocolProvider.BIND_PORT,
                  cause.getMessage()),
          cause);
    }
    return new GroupException(
        "member '%s' on %s:%d could not join group '%s': %s"
            .formatted(settings.memberName(), address, port, cluster, cause),
        cause);
  }
}
