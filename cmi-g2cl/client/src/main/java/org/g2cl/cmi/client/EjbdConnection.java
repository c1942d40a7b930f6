package org.g2cl.cmi.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One TCP connection to a server, used by one thread at a time. */
final class EjbdConnection {
  /** Larger requests may not fit into the buffers of both sockets, so that a write waits. */
  private static final int LARGE = 16 << 10;

  private final Socket socket;
  private final BufferedInputStream in;
  private volatile long lastUse = System.nanoTime();
  private boolean used;

  private EjbdConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  static EjbdConnection open(Location server, Duration timeout) throws NotSentException {
    Socket socket = new Socket();
    boolean opened = false;
    try {
      socket.setTcpNoDelay(true);
      socket.connect(
          new InetSocketAddress(server.host(), server.port()),
          Math.toIntExact(Math.max(1, timeout.toMillis()))); // 0 would be for ever
      EjbdConnection connection = new EjbdConnection(socket);
      opened = true;
      return connection;
    } catch (IOException e) {
      throw new NotSentException("cannot connect: " + e.getMessage(), e);
    } finally {
      if (!opened) {
        close(socket);
      }
    }
  }

  /** Whether an earlier request went over it, so that the server may have closed it since. */
  boolean used() {
    return used;
  }

  boolean idleLongerThan(Duration time) {
    return nanosUntilIdleFor(time) < 0;
  }

  /** Time until it will have been idle for that long, negative since. */
  long nanosUntilIdleFor(Duration time) {
    return time.toNanos() - (System.nanoTime() - lastUse);
  }

  /** Whether something waits to be read: the remains of an answer, or nothing. */
  boolean dirty() {
    try {
      return in.available() > 0;
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Sends a request and waits for the first byte of the answer.
   *
   * @param givingUp ends the wait before its time
   */
  BufferedInputStream send(byte[] request, Duration silence, GivingUp givingUp) throws IOException {
    long begin = System.nanoTime();
    long end = begin + Math.max(1_000_000, silence.toNanos());
    setTimeout(Math.min(end - begin, givingUp.first().toNanos()));
    write(request, silence);
    while (true) {
      try {
        Wire.awaitAnswer(in);
        setTimeout(Math.max(1_000_000, end - System.nanoTime()));
        return in;
      } catch (SocketTimeoutException e) {
        long now = System.nanoTime();
        if (now >= end) {
          throw new SilentServerException(silence, e);
        }
        if (givingUp.isDue(Duration.ofNanos(end - now))) {
          throw SilentServerException.left(Duration.ofNanos(now - begin), e);
        }
        setTimeout(
            Math.min(Math.max(1_000_000, end - System.nanoTime()), givingUp.next().toNanos()));
      }
    }
  }

  /** Nothing but its end ends a write to a server that does not read, so a timer closes it. */
  private void write(byte[] request, Duration silence) throws IOException {
    if (request.length <= LARGE) {
      socket.getOutputStream().write(request);
      return;
    }
    CompletableFuture<Void> written = new CompletableFuture<>();
    var unused =
        written
            .orTimeout(Math.max(1, silence.toMillis()), TimeUnit.MILLISECONDS)
            .whenComplete((done, late) -> closeWhen(late != null));
    try {
      socket.getOutputStream().write(request);
    } catch (IOException e) {
      throw written.isCompletedExceptionally() ? new SilentServerException(silence, e) : e;
    } finally {
      written.complete(null);
    }
  }

  private void closeWhen(boolean late) {
    if (late) {
      close();
    }
  }

  private void setTimeout(long nanos) throws IOException {
    socket.setSoTimeout(Math.toIntExact(Math.max(1, nanos / 1_000_000)));
  }

  void markUsed() {
    used = true;
    lastUse = System.nanoTime();
  }

  void close() {
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing can be done, and nothing is lost.
    }
  }
}
