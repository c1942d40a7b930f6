package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of loopback for the bed's processes, each held until its process is about to open it.
 *
 * <p>Free ports are taken from below the range from which the kernel serves outgoing connections
 * (32768 and up on Linux), so that none of the many clients on the machine gets one of them in the
 * moment between release and use. Thread-safe.
 */
public final class Ports implements AutoCloseable {
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;
  private static final int ATTEMPTS = 2_000;

  private final Map<Integer, ServerSocket> held = new HashMap<>();
  private int next;

  private Ports(int first) {
    this.next = first;
  }

  /** Ports that are free now. */
  public static Ports free() {
    return new Ports(ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST));
  }

  /**
   * Takes a port that is free now and holds it.
   *
   * @throws BedException when none is found
   */
  public synchronized int take() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = next;
      next = next + 1 >= HIGHEST ? LOWEST : next + 1;
      if (!held.containsKey(port) && hold(port)) {
        return port;
      }
    }
    throw BedException.environment(
        "no free port between "
            + LOWEST
            + " and "
            + HIGHEST
            + " on 127.0.0.1: end what holds them");
  }

  /**
   * Takes the port that the user configured, or a free one for 0.
   *
   * @param option name of the option, for the error
   * @throws BedException when somebody else holds the port
   */
  public synchronized int take(int port, String option) {
    if (port == 0) {
      return take();
    }
    if (!hold(port)) {
      throw BedException.environment(
          option
              + " "
              + port
              + " is taken by another process on 127.0.0.1: choose another port, or leave "
              + option
              + " out to have a free one picked");
    }
    return port;
  }

  /** Lets go of a port that its process is about to open. */
  public synchronized void release(int port) {
    ServerSocket socket = held.remove(port);
    if (socket != null) {
      close(socket);
    }
  }

  /** Lets go of all ports. */
  @Override
  public synchronized void close() {
    held.values().forEach(Ports::close);
    held.clear();
  }

  private boolean hold(int port) {
    try {
      ServerSocket socket = new ServerSocket();
      try {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      } catch (IOException e) {
        socket.close();
        return false;
      }
      held.put(port, socket);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException("port " + socket.getLocalPort() + " cannot be closed", e);
    }
  }
}
