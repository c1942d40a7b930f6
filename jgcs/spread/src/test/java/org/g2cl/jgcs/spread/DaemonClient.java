package org.g2cl.jgcs.spread;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Client of the in-test daemon: a thread that reads from it, and one that writes to it. */
final class DaemonClient {
  private static final byte[] END = {};
  private static final Duration STUCK = Duration.ofSeconds(2);

  private final InTestDaemon daemon;
  private final Socket socket;
  private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();
  private final AtomicLong written = new AtomicLong();
  private volatile String privateGroup;
  private boolean frozen;

  private DaemonClient(InTestDaemon daemon, Socket socket) {
    this.daemon = daemon;
    this.socket = socket;
  }

  static void start(InTestDaemon daemon, Socket socket) {
    DaemonClient client = new DaemonClient(daemon, socket);
    start(client::read, "in-test-daemon-reader");
  }

  private static void start(Runnable body, String name) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  String privateGroup() {
    return privateGroup;
  }

  private void read() {
    try (socket) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      if (logIn(in)) {
        start(this::write, "in-test-daemon-writer");
        boolean going = true;
        while (going) {
          DaemonFrame frame = DaemonFrame.read(in);
          awaitThaw();
          going = daemon.handle(this, frame);
        }
      }
    } catch (IOException e) {
      // the client is gone, as told below
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      waiting.add(END);
      daemon.gone(this);
    }
  }

  /** The handshake; the daemon takes each part of the client's only when it is there whole. */
  private boolean logIn(DataInputStream in) throws IOException {
    OutputStream out = socket.getOutputStream();
    byte[] start = new byte[5];
    in.readFully(start);
    if (start[0] < 4) {
      out.write(-7);
      return false;
    }
    byte[] name = new byte[start[4]];
    in.readFully(name);
    String privateName = new String(name, StandardCharsets.US_ASCII);
    if (!privateName.matches("[$-~]{1,10}")) {
      out.write(-5);
      return false;
    }
    byte[] methods = daemon.methods().getBytes(StandardCharsets.US_ASCII);
    out.write(methods.length);
    out.write(methods);
    byte[] chosen = new byte[90];
    in.readFully(chosen);
    if (!Arrays.equals(chosen, Arrays.copyOf(new byte[] {'N', 'U', 'L', 'L'}, 90))) {
      out.write(-9);
      return false;
    }
    String group = "#" + privateName + "#" + InTestDaemon.NAME;
    privateGroup = group;
    int answer = daemon.admit(group, this);
    out.write(answer);
    if (answer != 1) {
      return false;
    }
    for (int part : new int[] {5, 0, 1, group.length()}) {
      out.write(part);
    }
    out.write(group.getBytes(StandardCharsets.US_ASCII));
    return true;
  }

  private void write() {
    try {
      OutputStream out = socket.getOutputStream();
      byte[] next = waiting.take();
      while (next != END) {
        awaitThaw();
        out.write(next);
        written.incrementAndGet();
        next = waiting.take();
      }
    } catch (IOException e) {
      close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Queues a frame; a client that has too many of them waiting and takes nothing is dropped.
   *
   * <p>The real daemon writes by itself and queues only what the socket does not take. So here the
   * daemon waits while its own writing thread lags behind, and only drops when that is stuck.
   */
  void send(byte[] bytes) {
    waiting.add(bytes);
    long before = written.get();
    long deadline = System.nanoTime() + STUCK.toNanos();
    while (waiting.size() > daemon.mostWaiting() && !socket.isClosed()) {
      LockSupport.parkNanos(1_000_000);
      if (written.get() != before) {
        before = written.get();
        deadline = System.nanoTime() + STUCK.toNanos();
      } else if (System.nanoTime() - deadline > 0) {
        close();
      }
    }
  }

  /** Neither takes nor gives anything while it is frozen, as for a process that stands still. */
  synchronized void freeze(boolean still) {
    frozen = still;
    notifyAll();
  }

  private synchronized void awaitThaw() throws InterruptedException {
    while (frozen) {
      wait();
    }
  }

  void close() {
    freeze(false);
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
