package org.g2cl.jgcs.jgroups;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a member may have left unread of all that this one wrote to it, at most, and whether the
 * connection to it is there.
 *
 * <p>A connection is read in order. So an answer to a request shows that all was read that had been
 * written before the request. Answers do not say to which request: but as many requests were read
 * as were answered, and the last of those lies at least as far as the request that was begun as
 * that number; what was being written when it began does not count. A request without an answer
 * makes the bound larger, never too small.
 *
 * <p>Requests that are never answered would make it larger for good. So the counting begins anew
 * after each {@link #PERIOD}: requests bear the mark of their period, answers repeat it, and those
 * of periods before count no more. What is known to be read stays so. The marks are few, and the
 * first comes again after {@link #FORGOTTEN_AFTER} at the earliest. No answer is that late: a
 * period ends only once one of its own requests was answered, so all of the periods before was read
 * that long ago, and was answered by the thread that reads before it read on. Thread-safe.
 */
final class Unread {
  /** Far less than the sockets of a connection hold, so that to write up to this never waits. */
  static final int MOST_BYTES = 24 << 10;

  /** Requests remembered one by one. */
  static final int MOST_ASKED = 64;

  /** What {@link #answers} says of a message that answers none. */
  static final int NO_ANSWER = -1;

  /** Shortest time with one mark, in nanoseconds. */
  static final long PERIOD = TimeUnit.SECONDS.toNanos(10);

  /** Longest time that an answer may take, in nanoseconds: the periods with all other marks. */
  static final long FORGOTTEN_AFTER = (OwnFlags.MOST_MARKS - 1) * PERIOD;

  /** Longest wait for an answer that is being written, which waits for nobody. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoClock;

  private long begun;
  private long ended;

  /** Bytes that were read for sure; negative until one answer came. */
  private long read = -1;

  private int mark = 1;
  private long periodBegan;
  private boolean answeredInPeriod;

  /** What had been written when each request of the period without an answer was begun, a ring. */
  private final long[] asked = new long[MOST_ASKED];

  private int first;
  private int count;

  /** Requests after the last one in the ring, which counts for them. */
  private long more;

  private int answering;

  /** Thread that reads a request of the member, until it has answered. */
  private Thread reading;

  private int readingMark;

  private int failures;

  /** Whether a write failed, and none that was begun after it has succeeded. */
  private boolean broken;

  Unread() {
    this(System::nanoTime);
  }

  Unread(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    periodBegan = nanoClock.getAsLong();
  }

  /** A request is about to be written; tells its mark. */
  synchronized int asks() {
    if (count > 0 && answeredInPeriod) {
      endPeriod(nanoClock.getAsLong());
    }
    if (count == MOST_ASKED) {
      more++;
    } else {
      asked[(first + count) % MOST_ASKED] = ended;
      count++;
    }
    return mark;
  }

  private void endPeriod(long now) {
    if (now - periodBegan >= PERIOD) {
      periodBegan = now;
      mark = mark % OwnFlags.MOST_MARKS + 1;
      answeredInPeriod = false;
      count = 0;
      more = 0;
    }
  }

  /** The member has answered a request with that mark. */
  synchronized void wasAnswered(int itsMark) {
    if (itsMark != mark || count == 0) {
      return;
    }
    answeredInPeriod = true;
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

  /** This thread handles a request of the member, which has that mark. */
  synchronized void reads(int itsMark) {
    reading = Thread.currentThread();
    readingMark = itsMark;
  }

  /** Ends {@link #reads}. */
  synchronized void wasRead() {
    if (reading == Thread.currentThread()) {
      reading = null;
    }
  }

  /**
   * Mark of the request that is answered by what this thread is about to send to the member, told
   * once, or {@link #NO_ANSWER}.
   */
  synchronized int answers() {
    if (reading != Thread.currentThread()) {
      return NO_ANSWER;
    }
    reading = null;
    return readingMark;
  }

  /** Whether to write may wait for a connection, since there was none when it was tried last. */
  synchronized boolean isBroken() {
    return broken;
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

  synchronized void endAnswer(int bytes, boolean written) {
    answering--;
    end(bytes);
    if (!written) {
      fail();
    }
    notifyAll();
  }

  private boolean hasRoom(int bytes) {
    return begun - read + bytes <= MOST_BYTES;
  }

  /** Begins to write, in a thread that may wait; tells how many writes had failed before. */
  synchronized int begin(int bytes) {
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
    return failures;
  }

  /** Ends a write of which is not known whether it succeeded. */
  synchronized void end(int bytes) {
    ended += bytes;
  }

  /** Ends a write that began after so many had failed. */
  synchronized void end(int bytes, int failedBefore, boolean written) {
    end(bytes);
    if (!written) {
      fail();
    } else if (failedBefore == failures) {
      broken = false;
    }
  }

  private void fail() {
    failures++;
    broken = true;
  }
}
