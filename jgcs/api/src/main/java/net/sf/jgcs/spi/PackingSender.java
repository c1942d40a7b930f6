package net.sf.jgcs.spi;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import net.sf.jgcs.GroupException;

/**
 * Sender in total order that packs small messages while others of this member are on their way.
 *
 * <p>A message that comes while fewer than eight of this member's are on their way to itself is
 * sent at once. Those that come while more are, gather in a {@link Pack}, which is sent when it is
 * full, when fewer are on their way, when the view changes, and when it has waited for one or two
 * times {@link #PERIOD}. So a lone message waits for nothing, and a stream costs the engine one
 * message for many. The rule is Nagle's (RFC 896), whose acknowledgement is here the delivery to
 * oneself. What one thread sends stays in its order.
 *
 * <p>An addition to jGCS 0.8. Thread-safe. Packs are sent by the thread of an {@link
 * OrderedSender}, so none that delivers or keeps time waits for the engine; nobody is told of a
 * failure while a lock is held.
 *
 * @param <M> message of the engine
 */
public final class PackingSender<M> {
  /** How often the timer looks after a pack. */
  public static final Duration PERIOD = Duration.ofMillis(5);

  private static final int FEW = 8;

  /** After it a task of the timer that has not run is taken for lost. */
  private static final Duration LATEST = PERIOD.multipliedBy(200);

  private static final Duration LONGEST_FINISH = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofMillis(1);
  private static final int MOST_LOOKS = 1_000;

  private final OrderedSender<M> sender;
  private final Function<byte[], M> toMessage;
  private final Timer timer;
  private final Consumer<GroupException> failures;

  /** By which it is known whether to gather; counted anew when some take long. */
  private final AtomicInteger onTheirWay = new AtomicInteger();

  /** Counts what is not back however long that takes. */
  private final Outstanding<M> outstanding;

  /** Made when it is needed, and then used again; guarded by the lock. */
  private Pack pack;

  /** Whether messages are in the pack; written with the lock. */
  private volatile boolean gathers;

  /** Number of packs that were begun, by which the timer knows the one that it was asked for. */
  private long begun;

  /** Whether the timer is to look, and since when. */
  private boolean isAsked;

  private long askedAt;

  private boolean stopped;

  /**
   * Creates a sender.
   *
   * @param engine takes what is to be sent, and may wait
   * @param toMessage makes a message of the engine of a pack's bytes
   * @param failures takes what fails after its sender was told that it was taken, and the failure
   *     of a pack, whoever sent its messages; may call the application
   */
  public PackingSender(
      OrderedSender.Sender<M> engine,
      Function<byte[], M> toMessage,
      Timer timer,
      Consumer<GroupException> failures) {
    this(new Outstanding<>(engine), toMessage, timer, failures);
  }

  private PackingSender(
      Outstanding<M> outstanding,
      Function<byte[], M> toMessage,
      Timer timer,
      Consumer<GroupException> failures) {
    this(new OrderedSender<>(outstanding, failures), outstanding, toMessage, timer, failures);
  }

  /** Creates one that sends by the given sender, and that by the other. */
  PackingSender(
      OrderedSender<M> sender,
      Outstanding<M> outstanding,
      Function<byte[], M> toMessage,
      Timer timer,
      Consumer<GroupException> failures) {
    this.sender = sender;
    this.outstanding = outstanding;
    this.toMessage = toMessage;
    this.timer = timer;
    this.failures = failures;
  }

  /**
   * Takes a message to be packed, and copies it. A thread that is not a listener's waits before
   * that while too much is queued, as in {@link OrderedSender#send}.
   *
   * @return false when it is to be sent {@link #alone}; true when it was taken, though its pack may
   *     fail, also before this returns, which {@code failures} is told
   * @throws GroupException when there is no room, there was none in time, or the thread was
   *     interrupted; the message was not taken then
   */
  public boolean packs(ArrayMessage message) throws GroupException {
    if (!mayGather() || message.length() > Pack.LARGEST_MESSAGE) {
      return false;
    }
    if (sender.isCrowded() && !ListenerThreads.inside()) {
      sender.awaitRoom();
    }
    GroupException failure;
    synchronized (this) {
      if (stopped || !mayGather()) {
        return false;
      }
      failure = add(message);
    }
    tell(failure);
    return true;
  }

  private boolean mayGather() {
    return gathers || onTheirWay.get() >= FEW;
  }

  /** Called with the lock, as all that returns a failure or null. */
  private GroupException add(ArrayMessage message) throws GroupException {
    if (!gathers) {
      begin();
    }
    pack.add(message);
    boolean due = pack.isFull() || onTheirWay.get() < FEW || !isWatched();
    return due ? sendPack() : null;
  }

  private void begin() throws GroupException {
    if (pack == null) {
      pack = new Pack();
    }
    begun++;
    watch();
    sender.reserve();
    gathers = true;
  }

  private void watch() {
    if (!isWatched()) {
      long number = begun;
      isAsked = timer.runsSoon(() -> tell(look(number)));
      askedAt = System.nanoTime();
    }
  }

  private boolean isWatched() {
    return isAsked && System.nanoTime() - askedAt < LATEST.toNanos();
  }

  private synchronized GroupException look(long number) {
    isAsked = false;
    if (begun == number) {
      onTheirWay.set(0); // they take long, or were lost
      return sendGathered();
    }
    if (gathers) {
      watch();
    }
    return gathers && !isAsked ? sendPack() : null;
  }

  private synchronized GroupException sendGathered() {
    return gathers ? sendPack() : null;
  }

  /** Until the pack is queued whoever sends comes for the lock, and so cannot overtake it. */
  private GroupException sendPack() {
    int messages = pack.messages();
    onTheirWay.incrementAndGet();
    try {
      sender.queue(message(), messages);
      return null;
    } catch (GroupException | RuntimeException | Error e) {
      noLongerOnItsWay();
      return new GroupException(
          "%d messages that were packed were not sent: %s".formatted(messages, e.getMessage()), e);
    } finally {
      gathers = false;
    }
  }

  private M message() {
    boolean made = false;
    try {
      M message = toMessage.apply(pack.take());
      made = true;
      return message;
    } finally {
      if (!made) {
        sender.giveBack();
      }
    }
  }

  private int noLongerOnItsWay() {
    return onTheirWay.updateAndGet(count -> Math.max(0, count - 1));
  }

  private void tell(GroupException failure) {
    if (failure != null) {
      failures.accept(failure);
    }
  }

  /**
   * Sends a message that is not packed, after those that are.
   *
   * @throws GroupException as {@link OrderedSender#send}
   */
  public void alone(M message) throws GroupException {
    if (gathers) {
      flush();
    }
    onTheirWay.incrementAndGet();
    try {
      sender.send(message);
    } catch (GroupException | RuntimeException | Error e) {
      noLongerOnItsWay();
      throw e;
    }
  }

  /** Notes that a message which this member sent here was delivered to it. */
  public void delivered() {
    outstanding.delivered();
    if (noLongerOnItsWay() < FEW && gathers) {
      flush();
    }
  }

  /** Counts anew, since messages may be lost with a view, and sends what has gathered. */
  public void viewChanged() {
    onTheirWay.set(0);
    flush();
  }

  private void flush() {
    tell(sendGathered());
  }

  /** Sends what has gathered, and packs nothing more. */
  public void stop() {
    GroupException failure;
    synchronized (this) {
      stopped = true;
      failure = sendGathered();
    }
    tell(failure);
  }

  /**
   * Stops, and waits until nothing is queued, as {@link OrderedSender#finish}, and then until this
   * member has got its own: for ten seconds at most, and for one while nothing comes. A listener
   * does not wait for the latter, which its thread may have to bring.
   */
  public void finish() {
    stop();
    sender.finish();
    if (!ListenerThreads.inside()) {
      awaitOwn();
    }
  }

  /** Counts looks, not time, lest a process that stands still gives up when it goes on. */
  private void awaitOwn() {
    long end = System.nanoTime() + LONGEST_FINISH.toNanos();
    int before = outstanding.count();
    int same = 0;
    while (before > 0 && same < MOST_LOOKS && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(LOOK.toNanos());
      int now = outstanding.count();
      same = now == before ? same + 1 : 0;
      before = now;
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }

  /** Drops what is queued, and tells how much. */
  public void close() {
    sender.close();
  }

  /** Runs a task once, later. */
  @FunctionalInterface
  public interface Timer {
    /**
     * Runs it after {@link #PERIOD}, in a thread that may call the application.
     *
     * @return false when it will not run, since the timer has ended
     */
    boolean runsSoon(Runnable task);
  }
}
