package org.g2cl.jgcs.tck;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports of the loopback address that nobody listens on, for members of a test.
 *
 * <p>They lie below those that systems give to outgoing connections, so that none takes one before
 * the member does. Each is handed out once by this JVM, which begins anywhere. Thread-safe.
 */
public final class FreePorts {
  private static final int FIRST = 10_000;
  private static final int COUNT = 20_000;
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private FreePorts() {}

  /**
   * Next free port.
   *
   * @throws IOException when none of 20,000 is free
   */
  public static int next() throws IOException {
    for (int i = 0; i < COUNT; i++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException(
        "no port from %d to %d is free on the loopback address; end what listens there"
            .formatted(FIRST, FIRST + COUNT - 1));
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
