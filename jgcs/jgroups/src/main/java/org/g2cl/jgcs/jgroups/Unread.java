package org.g2cl.jgcs.jgroups;

import java.util.concurrent.TimeUnit;

/**
 * What a member may have left unread of all that this one wrote to it, at most.
 *
 * <p>A connection is read in order. So an answer to a request shows that all was read that had been
 * written before the request. Answers do not say to which request: but as many requests were read
 * as were answered, and the last of those lies at least as far as the request that was begun as
 * that number; what was being written when it began does not count. A request without an answer
 * makes the bound larger, never too small. Thread-safe.
 */
final class Unread {
  /** Far less than the sockets of a connection hold, so that to write up to this never waits. */
  static final int MOST_BYTES = 24 << 10;

  /** Requests remembered one by one. */
  static final int MOST_ASKED = 64;

  /** Longest wait for an answer that is being written, which waits for nobody. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private long begun;
  private long ended;

  /** Bytes that were read for sure; negative until one answer came. */
  private long read = -1;

  /** What had been written when each request that has no answer yet was begun, a ring. */
  private final long[] asked = new long[MOST_ASKED];

  private int first;
  private int count;

  /** Requests after the last one in the ring, which counts for them. */
  private long more;

  private int answering;

  /** Thread that reads a request of the member, until it has answered. */
  private Thread reading;

  /** A request is about to be written. */
  synchronized void asks() {
    if (count == MOST_ASKED) {
      more++;
    } else {
      asked[(first + count) % MOST_ASKED] = ended;
      count++;
    }
  }

  /** The member has answered a request. */
  synchronized void wasAnswered() {
    if (count == 0) {
      return;
    }
    read = Math.max(read, asked[first]);
    int last = (first + count - 1) % MOST_ASKED;
    first = (first + 1) % MOST_ASKED;
    if (more > 0) {
      more--;
      asked[(last + 1) % MOST_ASKED] = asked[last];
    } else {
      count--;
    }
  }

  /** This thread handles a request of the member. */
  synchronized void reads() {
    reading = Thread.currentThread();
  }

  /** Ends {@link #reads}. */
  synchronized void wasRead() {
    if (reading == Thread.currentThread()) {
      reading = null;
    }
  }

  /** Whether what this thread is about to send answers a request of the member, told once. */
  synchronized boolean answers() {
    boolean answers = reading == Thread.currentThread();
    if (answers) {
      reading = null;
    }
    return answers;
  }

  /**
   * Begins to write when that cannot wait; nobody else begins what could make it wait before {@link
   * #endAnswer}.
   */
  synchronized boolean beginAnswer(int bytes) {
    if (read < 0 || !hasRoom(bytes)) {
      return false;
    }
    begun += bytes;
    answering++;
    return true;
  }

  synchronized void endAnswer(int bytes) {
    ended += bytes;
    answering--;
    notifyAll();
  }

  private boolean hasRoom(int bytes) {
    return begun - read + bytes <= MOST_BYTES;
  }

  /** Begins to write, in a thread that may wait. */
  synchronized void begin(int bytes) {
    long deadline = 0;
    while (answering > 0 && !hasRoom(bytes)) {
      long now = System.nanoTime();
      deadline = deadline == 0 ? now + PATIENCE_NANOS : deadline;
      if (deadline - now <= 0) {
        break;
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, deadline - now);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    begun += bytes;
  }

  synchronized void end(int bytes) {
    ended += bytes;
  }
}
