package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import net.sf.jgcs.GroupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connection to a daemon, logged in: one session there, and one member.
 *
 * <p>Any thread writes, one frame at a time; one thread reads.
 */
final class DaemonConnection implements Outgoing.Wire {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonConnection.class);
  private static final int BUFFER_BYTES = 200 << 10;
  private static final int LOOK_UP_MILLIS = 500;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final Duration LONGEST_WRITE = Duration.ofSeconds(20);

  private final Socket socket;
  private final String daemon;
  private final WireInput in;
  private final FrameReader reader;
  private final FrameWriter writer;
  private final String privateGroup;
  private final ReentrantLock writing = new ReentrantLock();

  /** Time at which the write that is under way began, or 0. */
  private volatile long writeBegan;

  private DaemonConnection(Socket socket, String daemon, WireInput in, String group)
      throws IOException {
    this.socket = socket;
    this.daemon = daemon;
    this.in = in;
    privateGroup = group;
    reader = new FrameReader(in);
    writer = new FrameWriter(socket.getOutputStream(), group);
  }

  static DaemonConnection open(SpreadSettings settings, InetSocketAddress daemon, String name)
      throws IOException {
    Socket socket = new Socket();
    try {
      return open(socket, settings, daemon, name);
    } catch (IOException | RuntimeException | Error e) {
      socket.close();
      throw e;
    }
  }

  private static DaemonConnection open(
      Socket socket, SpreadSettings settings, InetSocketAddress daemon, String name)
      throws IOException {
    long deadline = System.nanoTime() + settings.connectTimeout().toNanos();
    prepare(socket);
    connect(socket, settings, daemon);
    socket.setSoTimeout(LOOK_UP_MILLIS);
    WireInput in = new WireInput(socket.getInputStream());
    in.onIdle(() -> refuseAfter(deadline));
    String group = Handshake.login(in, socket.getOutputStream(), name);
    in.onIdle(() -> {});
    return new DaemonConnection(socket, name(daemon), in, group);
  }

  /** What is wrong with the addresses is told as a {@link ConnectException}. */
  private static void connect(Socket socket, SpreadSettings settings, InetSocketAddress daemon)
      throws IOException {
    InetAddress own = InetAddress.getByName(settings.bindAddress());
    InetAddress host = InetAddress.getByName(daemon.getHostString());
    int timeout = (int) settings.connectTimeout().toMillis();
    try {
      socket.bind(new InetSocketAddress(own, 0));
      socket.connect(new InetSocketAddress(host, daemon.getPort()), timeout);
    } catch (SocketException e) { // of Linux, for another host from a loopback address
      ConnectException failure = new ConnectException(e.getMessage());
      failure.initCause(e);
      throw failure;
    }
  }

  static String name(InetSocketAddress daemon) {
    return daemon.getHostString() + ":" + daemon.getPort();
  }

  private static void prepare(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    KeepAlive.start(socket);
    socket.setReceiveBufferSize(BUFFER_BYTES);
    socket.setSendBufferSize(BUFFER_BYTES);
  }

  private static void refuseAfter(long deadline) throws SocketTimeoutException {
    if (System.nanoTime() - deadline > 0) {
      throw new SocketTimeoutException("the handshake takes too long");
    }
  }

  String privateGroup() {
    return privateGroup;
  }

  /** Sets what the reading thread does at least twice a second while nothing comes. */
  void onIdle(WireInput.Idle action) {
    in.onIdle(action);
  }

  /** Reads the next frame; for one thread. */
  Frame read() throws IOException {
    return reader.read();
  }

  /**
   * Writes something by the writer, alone; waits for others that write, for a while. After an error
   * of the JVM the connection is closed.
   */
  @Override
  public void write(Writing part) throws GroupException {
    begin();
    try {
      writeBegan = System.nanoTime() | 1;
      part.to(writer);
    } catch (IOException e) {
      throw new GroupException(
          "the connection to the Spread daemon %s is broken: %s".formatted(daemon, e.getMessage()),
          e);
    } catch (Error e) { // perhaps within a frame: the daemon would take the next for the rest of it
      close();
      throw e;
    } finally {
      writeBegan = 0;
      writing.unlock();
    }
  }

  private void begin() throws GroupException {
    try {
      if (!writing.tryLock(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new GroupException(
            "the Spread daemon %s has taken no message for %s".formatted(daemon, LONGEST_WAIT));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GroupException("interrupted before sending to the Spread daemon " + daemon, e);
    }
  }

  /** Fails when a write has been stuck for long. */
  void checkProgress() throws GroupException {
    long began = writeBegan;
    if (began != 0 && System.nanoTime() - began > LONGEST_WRITE.toNanos()) {
      throw new GroupException(
          "the Spread daemon %s has taken nothing for %s".formatted(daemon, LONGEST_WRITE));
    }
  }

  /** Closes the socket; whoever reads or writes fails. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("{}: closing the connection to {} failed", privateGroup, daemon, e);
    }
  }

  @Override
  public String toString() {
    return privateGroup + " at " + daemon;
  }

  /** Use of the writer by one thread. */
  interface Writing {
    void to(FrameWriter writer) throws IOException;
  }
}
