package org.g2cl.jgcs.spread;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Client of the in-test daemon: a thread that reads from it, and one that writes to it. */
final class DaemonClient {
  private static final byte[] END = {};

  private final InTestDaemon daemon;
  private final Socket socket;
  private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();
  private volatile String privateGroup;

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
          going = daemon.handle(this, DaemonFrame.read(in));
        }
      }
    } catch (IOException e) {
      // the client is gone, as told below
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
        out.write(next);
        next = waiting.take();
      }
    } catch (IOException e) {
      close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Queues a frame; a client with too many of them waiting is dropped. */
  void send(byte[] bytes) {
    waiting.add(bytes);
    if (waiting.size() > daemon.mostWaiting()) {
      close();
    }
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
