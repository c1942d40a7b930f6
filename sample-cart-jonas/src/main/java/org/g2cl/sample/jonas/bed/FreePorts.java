package org.g2cl.sample.jonas.bed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1 for servers that are still to be started, and started again.
 *
 * <p>They lie below those that systems give to outgoing connections, so that none takes one while
 * its server is down; and no two beds of one process are given the same.
 */
final class FreePorts {
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;

  private static int next = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);

  private FreePorts() {}

  static synchronized int[] take(int count) throws IOException {
    int[] ports = new int[count];
    int found = 0;
    for (int tried = LOWEST; tried < HIGHEST && found < count; tried++) {
      next = next + 1 == HIGHEST ? LOWEST : next + 1;
      if (isFree(next)) {
        ports[found++] = next;
      }
    }
    if (found < count) {
      throw new IOException(
          "fewer than " + count + " ports from " + LOWEST + " to " + HIGHEST + " are free");
    }
    return ports;
  }

  private static boolean isFree(int port) throws IOException {
    try (ServerSocket socket =
        new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.isBound();
    } catch (java.net.BindException e) {
      return false;
    }
  }
}
