package net.sf.jgcs.spi;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.sf.jgcs.GroupException;

/**
 * Sender of messages in total order that never waits in a thread of {@link ListenerThreads}.
 *
 * <p>An engine may wait until it has delivered a message itself: JGroups' SEQUENCER (4.2.30, 5.5.7)
 * does so for the next ten messages after a change of coordinator. A listener that sends would wait
 * for the thread that it runs in, for ever. What a listener sends is therefore queued and sent by a
 * thread of its own, and so is all that comes while the queue is in use, to keep the order. Threads
 * of others wait for room in the queue, as they would in the engine; those of listeners never do.
 *
 * <p>An addition to jGCS 0.8. Thread-safe.
 *
 * @param <M> message of the engine
 */
public final class OrderedSender<M> {
  private static final int MOST_WAITING = 10_000;

  /** So many packs take some 30 MB. */
  private static final int MOST_PACKS = 2_000;

  /** The room beyond is left to listeners. */
  private static final int MOST_WAITING_OF_OTHERS = 1_000;

  /** So many packs take 1 MB; the room beyond is left to listeners. */
  private static final int MOST_PACKS_OF_OTHERS = 64;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final int MOST_LOOKS = 10;
  private static final Duration LONGEST_FINISH = Duration.ofSeconds(10);

  /** How long its thread waits for more, since to start one costs more than to wake it. */
  private static final Duration IDLE = Duration.ofSeconds(1);

  private final Sender<M> sender;
  private final Consumer<GroupException> failures;
  private final ThreadFactory threads;
  private final Queue<Waiting<M>> waiting = new ArrayDeque<>();

  /** Packs that wait, or have a place that was reserved for them. */
  private int packs;

  /** Whether the queue is in use; written with the lock. */
  private volatile boolean sending;

  /** Whether threads that are not listeners' wait for room; written with the lock. */
  private volatile boolean crowded;

  /** Whether a thread waits for more. */
  private boolean idle;

  private boolean closed;

  /**
   * What is queued.
   *
   * @param messages in the pack; 0 when it is a message that travels alone
   */
  private record Waiting<M>(M message, int messages) {
    boolean isPack() {
      return messages > 0;
    }

    int count() {
      return Math.max(1, messages);
    }
  }

  /**
   * Creates a sender without a thread.
   *
   * @param failures takes what fails in the thread of the queue
   */
  public OrderedSender(Sender<M> sender, Consumer<GroupException> failures) {
    this(sender, failures, OrderedSender::thread);
  }

  /** Creates a sender whose queue is sent by threads of that factory. */
  OrderedSender(Sender<M> sender, Consumer<GroupException> failures, ThreadFactory threads) {
    this.sender = sender;
    this.failures = failures;
    this.threads = threads;
  }

  private static Thread thread(Runnable body) {
    Thread thread = new Thread(body, "jgcs-ordered-sender");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Sends a message now, or queues it. A thread that is not a listener's waits for up to 30 seconds
   * while 1,000 messages or 64 packs are queued.
   *
   * @throws GroupException when sending failed, when 10,000 messages wait already, when there was
   *     no room in time, when the thread is interrupted meanwhile, or when there can be no thread
   *     for the queue
   */
  public void send(M message) throws GroupException {
    boolean inside = ListenerThreads.inside(); // asked once: it takes a while
    send(message, inside, !inside);
  }

  /**
   * The same for a thread that must not wait for room.
   *
   * @throws GroupException likewise
   */
  public void sendWithoutWaitingForRoom(M message) throws GroupException {
    send(message, ListenerThreads.inside(), false);
  }

  private void send(M message, boolean inside, boolean waits) throws GroupException {
    boolean queue = sending || inside;
    if (!queue || !enqueued(message, inside, waits)) {
      sender.send(message);
    }
  }

  private synchronized boolean enqueued(M message, boolean inside, boolean waits)
      throws GroupException {
    if (waits) {
      awaitRoom();
    }
    if (closed || !(sending || inside)) {
      return false;
    }
    if (waiting.size() >= MOST_WAITING) {
      throw tooSlow();
    }
    add(new Waiting<>(message, 0));
    return true;
  }

  private void add(Waiting<M> last) throws GroupException {
    waiting.add(last);
    noteRoom();
    if (!sending) {
      begin();
    }
  }

  private void noteRoom() {
    crowded = waiting.size() >= MOST_WAITING_OF_OTHERS || packs >= MOST_PACKS_OF_OTHERS;
  }

  /**
   * Reserves a place for a pack, which {@link #queue} takes: what is put into the pack meanwhile is
   * not lost for want of room.
   *
   * @throws GroupException when 2,000 packs wait already, or it is closed
   */
  synchronized void reserve() throws GroupException {
    if (closed) {
      throw new GroupException("not sent: this member has left");
    }
    if (packs >= MOST_PACKS) {
      throw tooSlow();
    }
    packs++;
    noteRoom();
  }

  /**
   * Queues a pack that has a place, whoever calls, and waits for nothing.
   *
   * @param messages that are in it
   * @throws GroupException when it is closed, or there can be no thread for the queue; the place is
   *     given back
   */
  synchronized void queue(M pack, int messages) throws GroupException {
    if (closed) {
      giveBack();
      throw new GroupException("this member has left");
    }
    add(new Waiting<>(pack, messages));
  }

  /** Gives back the place of a pack that does not come. */
  synchronized void giveBack() {
    packs--;
    noteRoom();
  }

  /** Whether threads that are not listeners' are to wait for room, at a glance. */
  boolean isCrowded() {
    return crowded;
  }

  /**
   * Waits for up to 30 seconds while 1,000 messages or 64 packs are queued.
   *
   * @throws GroupException when there was no room in time, when the thread is interrupted, or when
   *     it is closed meanwhile
   */
  synchronized void awaitRoom() throws GroupException {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (crowded) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw tooSlow();
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new GroupException("interrupted, with " + waiting.size() + " messages waiting", e);
      }
      if (closed) { // those that it was to follow are dropped
        throw new GroupException("not sent: this member left while messages before it waited");
      }
    }
  }

  private GroupException tooSlow() {
    return new GroupException(
        waiting.size()
            + " messages or packs of them wait to be put in total order; the coordinator is too"
            + " slow");
  }

  /** Called with the lock, which the thread waits for before it takes the first message. */
  private void begin() throws GroupException {
    if (idle) {
      sending = true;
      notifyAll();
      return;
    }
    try {
      threads.newThread(this::sendWaiting).start();
      sending = true;
    } catch (OutOfMemoryError e) { // so says the JDK that there can be no more threads
      drop();
      throw new GroupException(
          "not sent in total order: a thread for it could not be started: " + e.getMessage(), e);
    }
  }

  private void sendWaiting() {
    Waiting<M> next = take();
    while (next != null) {
      sendNext(next);
      next = take();
    }
  }

  private void sendNext(Waiting<M> next) {
    try {
      sender.send(next.message());
    } catch (GroupException | RuntimeException | Error e) {
      tell(next, e);
    }
  }

  /** Whatever fails here, what follows is to be sent: it would wait for ever. */
  @SuppressWarnings("EmptyCatch") // there may be no memory to say anything
  private void tell(Waiting<M> lost, Throwable cause) {
    try {
      failures.accept(failure(lost, cause));
    } catch (RuntimeException | Error e) {
      // of the listener, or no memory
    }
  }

  private GroupException failure(Waiting<M> lost, Throwable cause) {
    if (lost.isPack()) {
      return new GroupException(
          "%d messages that were packed were not sent: %s"
              .formatted(lost.messages(), cause.getMessage()),
          cause);
    }
    return cause instanceof GroupException told
        ? told
        : new GroupException("the engine failed to send " + lost.message() + ": " + cause, cause);
  }

  private synchronized Waiting<M> take() {
    Waiting<M> next = poll();
    if (next == null) {
      sending = false;
      notifyAll();
      return takeLater();
    }
    return next;
  }

  /** The next one, whose place is free then; or null. */
  private Waiting<M> poll() {
    Waiting<M> next = waiting.poll();
    if (next != null && next.isPack()) {
      packs--;
    }
    boolean before = crowded;
    noteRoom();
    if (before && !crowded) {
      notifyAll();
    }
    return next;
  }

  private Waiting<M> takeLater() {
    idle = true;
    try {
      long deadline = System.nanoTime() + IDLE.toNanos();
      long left = IDLE.toNanos();
      while (!sending && !closed && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody's but the thread's: it ends
    } finally {
      idle = false;
    }
    Waiting<M> next = poll();
    sending = next != null;
    return next;
  }

  /**
   * Waits until nothing is queued, for ten seconds at most, and for one while nothing is sent;
   * called before the member leaves.
   */
  public synchronized void finish() {
    long end = System.nanoTime() + LONGEST_FINISH.toNanos();
    try {
      int before;
      do {
        before = waiting.size();
        awaitTheEnd();
      } while (sending && waiting.size() < before && end - System.nanoTime() > 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Counts looks, not time, lest a process that stands still gives up when it goes on. */
  private void awaitTheEnd() throws InterruptedException {
    for (int looks = 0; sending && looks < MOST_LOOKS; looks++) {
      TimeUnit.MILLISECONDS.timedWait(this, LOOK.toMillis());
    }
  }

  /** Drops what waits, and tells how much; what comes later is sent in the thread of its sender. */
  public void close() {
    int dropped = dropWaiting();
    if (dropped > 0) {
      failures.accept(
          new GroupException(dropped + " messages were not sent: this member left before"));
    }
  }

  private synchronized int dropWaiting() {
    int dropped = waiting.stream().mapToInt(Waiting::count).sum();
    closed = true;
    drop();
    return dropped;
  }

  private void drop() {
    for (Waiting<M> lost : waiting) {
      packs -= lost.isPack() ? 1 : 0;
    }
    waiting.clear();
    noteRoom();
    notifyAll();
  }

  /**
   * Sends one message, and may wait.
   *
   * @param <M> message of the engine
   */
  @FunctionalInterface
  public interface Sender<M> {
    /** Gives the message to the engine. */
    void send(M message) throws GroupException;
  }
}
