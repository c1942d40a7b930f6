package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections whose peers are to prove a key, many at a time.
 *
 * <p>JGroups takes up one connection after the other, so one stranger that says nothing would keep
 * all members waiting, who have no more time for a handshake than it has. Here each is heard in a
 * thread of its own. When {@value #MOST} are, the one that is heard for longest gives way to the
 * next: a member proves its key within milliseconds. Threads are there while they are needed.
 * Thread-safe.
 */
final class Handshakes implements AutoCloseable {
  /** Connections that are heard at a time. */
  static final int MOST = 32;

  /** From a thread that could not be had to the next try. */
  static final Duration REST = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Handshakes.class);

  /** Where connections come from. */
  @FunctionalInterface
  interface Door {
    /** Waits for the next connection. */
    AcceptedSocket next() throws IOException;
  }

  private final ConnectionGuard guard;
  private final Door door;
  private final ThreadPoolExecutor hearers;
  private final ThreadFactory acceptors;

  /** Made beforehand, for when there is no memory to make one, or nobody to tell why. */
  private final IOException unspecified =
      new IOException("connections were not taken up: memory was out, or the thread ended");

  /** What follows is guarded by this object. Those that are heard, the first one first. */
  private final Deque<AcceptedSocket> heard = new ArrayDeque<>();

  private final Deque<Socket> admitted = new ArrayDeque<>();
  private IOException failure;
  private boolean started;
  private boolean closed;

  /** Creates one that has opened the door to nobody yet. */
  Handshakes(ConnectionGuard guard, Door door) {
    this(guard, door, task -> thread(task, "g2cl-handshake"), task -> thread(task, "g2cl-accept"));
  }

  /** Creates one that hears, and waits at the door, by threads of those factories. */
  Handshakes(ConnectionGuard guard, Door door, ThreadFactory hearing, ThreadFactory acceptors) {
    this.guard = guard;
    this.door = door;
    this.acceptors = acceptors;
    hearers =
        new ThreadPoolExecutor(
            MOST, MOST, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST), hearing);
    hearers.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable task, String name) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Waits for the next connection of which the peer has proved its key.
   *
   * @throws IOException when the door fails, once for each failure, or this is closed
   */
  synchronized Socket next() throws IOException {
    if (!started && !closed) {
      start();
    }
    try {
      while (admitted.isEmpty() && failure == null && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a connection");
    }
    if (closed) {
      throw new SocketException("Socket is closed");
    }
    if (!admitted.isEmpty()) {
      return admitted.removeFirst();
    }
    IOException told = failure;
    failure = null;
    notifyAll();
    throw told;
  }

  /** JGroups asks again after an exception, and at once; and never after an error. */
  private void start() throws IOException {
    try {
      acceptors.newThread(this::accept).start();
      started = true;
    } catch (OutOfMemoryError e) { // so says the JDK that there can be no more threads
      rest();
      throw failed(e);
    }
  }

  private void rest() {
    long deadline = System.nanoTime() + REST.toNanos();
    long left = REST.toNanos();
    try {
      while (left > 0 && !closed) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private IOException failed(Throwable cause) {
    try {
      return new IOException("a connection could not be taken up: " + cause, cause);
    } catch (OutOfMemoryError e) {
      return unspecified;
    }
  }

  private void accept() {
    try {
      acceptAll();
    } finally { // whatever ended it, the next one who waits is to start another
      ended();
    }
  }

  private synchronized void ended() {
    started = false;
    failure = unspecified;
    notifyAll();
  }

  private void acceptAll() {
    boolean goesOn = true;
    while (goesOn) {
      try {
        hear(door.next());
      } catch (IOException e) {
        goesOn = tell(e);
      } catch (RuntimeException | Error e) { // or nobody would be admitted any more
        goesOn = tell(failed(e));
      }
    }
  }

  /** Waits until somebody has heard of it; false when this is closed. */
  private synchronized boolean tell(IOException failed) {
    failure = failed;
    notifyAll();
    try {
      while (failure != null && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      return false; // nobody interrupts this thread
    }
    return !closed;
  }

  private void hear(AcceptedSocket next) {
    drop(begin(next));
    try {
      hearers.execute(() -> prove(next));
    } catch (RejectedExecutionException e) { // more come at once than end
      end(next, false);
    } catch (OutOfMemoryError e) { // so says the JDK that there can be no more threads
      end(next, false);
      throw e;
    }
  }

  /** Answers the one that gives way, if one does. */
  private synchronized AcceptedSocket begin(AcceptedSocket next) {
    AcceptedSocket givesWay = closed ? next : heard.size() < MOST ? null : heard.removeFirst();
    if (!closed) {
      heard.addLast(next);
    }
    return givesWay;
  }

  private void prove(AcceptedSocket peer) {
    boolean proved = false;
    try {
      peer.admit(guard);
      proved = true;
    } catch (IOException e) {
      LOG.trace("not admitted", e); // the guard has logged it
    } finally {
      end(peer, proved);
    }
  }

  private void end(AcceptedSocket peer, boolean proved) {
    if (!leave(peer, proved)) {
      drop(peer);
    }
  }

  /** Whether it is admitted; what gave way is not. */
  private synchronized boolean leave(AcceptedSocket peer, boolean proved) {
    boolean in = heard.remove(peer) && proved && !closed && admitted.size() < MOST;
    if (in) {
      admitted.addLast(peer);
      notifyAll();
    }
    return in;
  }

  private static void drop(Socket socket) {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        LOG.debug("{}: closed with an error", socket, e);
      }
    }
  }

  /** Closes all connections that nobody has taken; to be called when the door is closed. */
  @Override
  public void close() {
    Deque<Socket> left = new ArrayDeque<>();
    synchronized (this) {
      closed = true;
      left.addAll(heard);
      left.addAll(admitted);
      admitted.clear();
      notifyAll();
    }
    left.forEach(Handshakes::drop);
    hearers.shutdown();
  }
}
