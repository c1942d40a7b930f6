package net.sf.jgcs.spi;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import net.sf.jgcs.GroupException;

/**
 * Sender in total order that packs small messages which would only queue in the engine.
 *
 * <p>A message that comes while few of this member's are on their way to itself is sent at once.
 * Those that come while more are, gather in a {@link Pack}, which is sent when it is full, when
 * fewer are on their way, when the view changes, and {@link #LONGEST_GATHERING} after it was begun
 * at the latest. So a lone message waits for nothing, and a stream costs the engine one message for
 * many. The rule is that of Nagle (RFC 896), whose acknowledgement is here the delivery to oneself.
 * What one thread sends stays in its order.
 *
 * <p>An addition to jGCS 0.8. Thread-safe. Nothing here waits but {@link #packs} and {@link #alone}
 * for room in the {@link OrderedSender}'s queue, which listeners do not wait for.
 *
 * @param <M> message of the engine
 */
public final class PackingSender<M> {
  /** How long a message waits for others at most. */
  public static final Duration LONGEST_GATHERING = Duration.ofMillis(5);

  private static final int FEW = 8;

  private final OrderedSender<M> sender;
  private final Function<byte[], M> toMessage;
  private final Consumer<Runnable> timer;
  private final Consumer<GroupException> failures;
  private final AtomicInteger onTheirWay = new AtomicInteger();

  /** Made when it is needed, and then used again; guarded by the lock. */
  private Pack pack;

  /** Whether messages are in the pack; written with the lock. */
  private volatile boolean gathers;

  /** Number of packs so far, by which the timer knows that of when it was asked. */
  private long packs;

  /** Whether the timer was asked to look after a pack. */
  private boolean isWatched;

  /**
   * Creates a sender.
   *
   * @param sender takes what is to be sent
   * @param toMessage makes a message of the engine of a pack's bytes
   * @param timer runs a task after {@link #LONGEST_GATHERING}, in any thread
   * @param failures takes what fails while no caller waits
   */
  public PackingSender(
      OrderedSender<M> sender,
      Function<byte[], M> toMessage,
      Consumer<Runnable> timer,
      Consumer<GroupException> failures) {
    this.sender = sender;
    this.toMessage = toMessage;
    this.timer = timer;
    this.failures = failures;
  }

  /**
   * Takes a message to be packed, and copies it.
   *
   * @return false when it is to be sent {@link #alone}
   * @throws GroupException as {@link OrderedSender#send}
   */
  public boolean packs(ArrayMessage message) throws GroupException {
    if (!mayGather() || message.length() > Pack.LARGEST_MESSAGE) {
      return false;
    }
    boolean filled;
    synchronized (this) {
      if (!mayGather()) {
        return false;
      }
      filled = isFullWith(message);
    }
    if (filled && !ListenerThreads.inside()) {
      sender.awaitRoom();
    }
    return true;
  }

  private boolean mayGather() {
    return gathers || onTheirWay.get() >= FEW;
  }

  /** Called with the lock; adds it, and sends the pack when it is full. */
  private boolean isFullWith(ArrayMessage message) throws GroupException {
    if (!gathers) {
      begin();
    }
    pack.add(message);
    boolean full = pack.isFull();
    if (full) {
      sendPack();
    }
    return full;
  }

  /** Called with the lock. */
  private void begin() {
    if (pack == null) {
      pack = new Pack();
    }
    gathers = true;
    packs++;
    watch();
  }

  /** Called with the lock. */
  private void watch() {
    if (!isWatched) {
      isWatched = true;
      long number = packs;
      timer.accept(() -> look(number));
    }
  }

  private synchronized void look(long number) {
    isWatched = false;
    if (packs == number) {
      flush();
    } else if (gathers) {
      watch();
    }
  }

  /**
   * Called with the lock, when messages are in the pack. Until it is queued whoever sends comes for
   * the lock, and so cannot overtake it.
   */
  private void sendPack() throws GroupException {
    try {
      onTheirWay.incrementAndGet();
      sender.queue(toMessage.apply(pack.take()));
    } finally {
      gathers = false;
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
    sender.send(message);
  }

  /** Notes that a message which this member sent here was delivered to it. */
  public void delivered() {
    int left = onTheirWay.updateAndGet(count -> Math.max(0, count - 1));
    if (left < FEW && gathers) {
      flush();
    }
  }

  /** Counts anew, since messages may be lost with a view, and sends what has gathered. */
  public void viewChanged() {
    onTheirWay.set(0);
    flush();
  }

  /** Sends what has gathered. */
  public synchronized void flush() {
    if (!gathers) {
      return;
    }
    try {
      sendPack();
    } catch (GroupException e) {
      failures.accept(e);
    }
  }
}
