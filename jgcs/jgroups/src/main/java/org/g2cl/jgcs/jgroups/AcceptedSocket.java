package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Accepted socket that is closed when a time-out for reading has passed and nobody has taken it
 * back.
 *
 * <p>JGroups sets a time-out while it reads who has connected, and takes it back. The sockets of
 * the JDK read in another way ever after once they had one: each read that has to wait costs three
 * calls of the system in place of one. Who sets a time-out here has that time for all that it
 * reads, not for each single read, and gets a {@link SocketException} when it is over. Thread-safe.
 */
final class AcceptedSocket extends Socket {
  private static final String LATE =
      "it has proved no key within " + ConnectionGuard.LONGEST.toMillis() + " ms";

  private static final String GIVEN_UP =
      "this member has closed it, since it stops or more than %d connect at a time"
          .formatted(Handshakes.MOST);

  private final ScheduledExecutorService timer;
  private final UnlockedInput.OfSocket input;
  private int timeoutMillis;

  /** Time-outs that were set, those taken back included. */
  private int set;

  /** Closing at the time-out, or null. */
  private Future<?> closing;

  /** Whether it is closed because the time-out has passed. */
  private boolean overdue;

  /**
   * Creates one that is not connected yet, on a timer of all such sockets.
   *
   * @param inputBuffer bytes; 0 for none
   */
  AcceptedSocket(int inputBuffer) throws SocketException {
    this(inputBuffer, SocketTimer.get());
  }

  AcceptedSocket(int inputBuffer, ScheduledExecutorService timer) throws SocketException {
    super((SocketImpl) null);
    this.timer = timer;
    input = new UnlockedInput.OfSocket(inputBuffer);
  }

  /** Lets the peer prove its key, within the time that the guard gives for it. */
  void admit(ConnectionGuard guard) throws IOException {
    setSoTimeout((int) ConnectionGuard.LONGEST.toMillis());
    guard.accepted(
        getRemoteSocketAddress(), super.getInputStream(), getOutputStream(), this::whyClosed);
    setSoTimeout(0);
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return input.over(super.getInputStream(), own -> own);
  }

  @Override
  public synchronized void setSoTimeout(int millis) throws SocketException {
    if (isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (millis < 0) {
      throw new IllegalArgumentException("timeout " + millis + " is negative");
    }
    stopClosing();
    timeoutMillis = millis;
    set++;
    if (millis > 0) {
      int number = set;
      closing = timer.schedule(() -> closeNow(number), millis, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public synchronized int getSoTimeout() {
    return timeoutMillis;
  }

  private synchronized Optional<String> whyClosed() {
    return overdue ? Optional.of(LATE) : isClosed() ? Optional.of(GIVEN_UP) : Optional.empty();
  }

  private synchronized void stopClosing() {
    if (closing != null) {
      closing.cancel(false);
      closing = null;
    }
  }

  /** Not when the time-out was taken back, or another one set, while this waited for its turn. */
  private synchronized void closeNow(int number) {
    if (number != set) {
      return;
    }
    overdue = true;
    try {
      super.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // kept by the future: nobody can do more
    }
  }

  @Override
  public synchronized void close() throws IOException {
    stopClosing();
    super.close();
  }
}
