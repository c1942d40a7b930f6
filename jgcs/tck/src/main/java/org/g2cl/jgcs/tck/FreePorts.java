package org.g2cl.jgcs.tck;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback address that nobody listens on, for members of a test.
 *
 * <p>They lie below those that systems give to outgoing connections, so that none takes one before
 * the member does. Nor does another JVM's test: each takes blocks of ports, which it locks by a
 * file until it ends, and hands out each port of them once; again only when no block is left. In a
 * block there is room for the ports that JGroups' members take besides, 100 above their own.
 * Thread-safe.
 */
public final class FreePorts {
  private static final int FIRST = 10_000;
  private static final int BLOCKS = 40;
  private static final int BLOCK = 500;
  private static final int HANDED_OUT = 380;

  /** Held until the JVM ends. */
  private static final List<FileLock> LOCKS = new ArrayList<>();

  private static final Deque<Integer> OWN = new ArrayDeque<>();
  private static int begin;
  private static int used = HANDED_OUT;

  private FreePorts() {}

  /**
   * Next free port.
   *
   * @throws IOException when none of a whole block is free, or all blocks are taken
   */
  public static synchronized int next() throws IOException {
    if (used == HANDED_OUT) {
      begin = FIRST + lockBlock() * BLOCK;
      used = 0;
    }
    while (used < HANDED_OUT) {
      int port = begin + used++;
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException(
        "no port from %d to %d is free on the loopback address; end what listens there"
            .formatted(begin, begin + HANDED_OUT - 1));
  }

  private static int lockBlock() throws IOException {
    Path folder =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "jgcs-test-ports-" + System.getProperty("user.name"));
    Files.createDirectories(folder);
    int first = ThreadLocalRandom.current().nextInt(BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
      int block = (first + i) % BLOCKS;
      if (locks(folder.resolve(block + ".lock"))) {
        OWN.add(block);
        return block;
      }
    }
    if (!OWN.isEmpty()) {
      OWN.add(OWN.remove());
      return OWN.getLast();
    }
    throw new IOException(
        "all %d blocks of ports from %d on are locked in %s: end other tests"
            .formatted(BLOCKS, FIRST, folder));
  }

  @SuppressWarnings("resource") // the lock is given back when the JVM ends
  private static boolean locks(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        LOCKS.add(lock);
        return true;
      }
    } catch (OverlappingFileLockException e) {
      // by this JVM, in another class loader
    }
    channel.close();
    return false;
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
