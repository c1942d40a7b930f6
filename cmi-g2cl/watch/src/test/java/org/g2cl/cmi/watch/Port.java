package org.g2cl.cmi.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port of loopback that nobody listens on, below those that outgoing connections get, which would
 * take it before a node listens there.
 */
record Port(int number) {
  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 32_000;
  private static final int ATTEMPTS = 100;

  static Port free() throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (isFree(port)) {
        return new Port(port);
      }
    }
    throw new IOException("none of " + ATTEMPTS + " ports of loopback is free");
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  String address() {
    return "127.0.0.1:" + number;
  }
}
