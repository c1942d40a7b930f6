package net.sf.jgcs.spi;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import net.sf.jgcs.GroupException;

/**
 * Announcement of a leave, for engines whose views do not tell a member that left from one that
 * failed.
 *
 * <p>A leaving member tells all others and waits shortly for their answers before it disconnects.
 * So it is known before the view comes; an answer that is lost or late only makes a leave look like
 * a failure. The binding carries the codes in messages that no application can send.
 *
 * <p>An addition to jGCS 0.8. Thread-safe.
 *
 * @param <A> address of the engine
 */
public final class Farewell<A> {
  private static final byte LEAVING = 1;
  private static final byte NOTED = 2;
  private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

  /** Members that have said it, above which those that are in no view yet are not noted. */
  private static final int MOST = 1_000;

  private final Courier<A> courier;
  private final Predicate<A> members;
  private final Consumer<GroupException> failures;
  private final Set<A> leaving = ConcurrentHashMap.newKeySet();
  private final Set<A> awaited = new HashSet<>();

  /**
   * Creates one that has said and heard nothing.
   *
   * @param members tells whether somebody is in the last view; of others it is noted for the next
   *     one, since who has just joined may leave before this member has the view of that
   * @param failures takes what could not be sent; nothing has to be done about it
   */
  public Farewell(Courier<A> courier, Predicate<A> members, Consumer<GroupException> failures) {
    this.courier = courier;
    this.members = members;
    this.failures = failures;
  }

  /** Tells the others that this member leaves, and waits for half a second at most. */
  public void say(Set<A> others) {
    if (others.isEmpty()) {
      return;
    }
    synchronized (awaited) {
      awaited.addAll(others);
    }
    try {
      for (A other : others) {
        courier.send(other, LEAVING);
      }
      awaitAnswers();
    } catch (GroupException e) {
      failures.accept(e);
    }
  }

  private void awaitAnswers() {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    synchronized (awaited) {
      try {
        long left = LONGEST_WAIT.toNanos();
        while (!awaited.isEmpty() && left > 0) {
          TimeUnit.NANOSECONDS.timedWait(awaited, left);
          left = deadline - System.nanoTime();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Takes a code that the farewell of another member sent; unknown ones are ignored. */
  public void receive(A from, byte code) {
    if (code == LEAVING) {
      if (leaving.size() < MOST || members.test(from)) {
        leaving.add(from);
      }
      answer(from);
    } else if (code == NOTED) {
      synchronized (awaited) {
        awaited.remove(from);
        awaited.notifyAll();
      }
    }
  }

  private void answer(A to) {
    try {
      courier.send(to, NOTED);
    } catch (GroupException e) {
      failures.accept(e);
    }
  }

  /** Forgets who is in no view; called after each. */
  public void forgetStrangers() {
    leaving.removeIf(members.negate());
  }

  /** Tells whether a member that is gone had said that it would leave; forgets it. */
  public boolean wasSaidBy(A gone) {
    return leaving.remove(gone);
  }

  /**
   * Sends a code to another member, out of order with all else.
   *
   * @param <A> address of the engine
   */
  @FunctionalInterface
  public interface Courier<A> {
    /** Sends the code, and does not wait for its delivery. */
    void send(A to, byte code) throws GroupException;
  }
}
