package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Data session that sends small messages together: those of one quality of service to one
 * destination, when they reach a size or a number, or the first of them has waited for a time.
 *
 * <p>The order of messages of one quality and destination is kept. Messages without an order are
 * sent at once: those of a bundle are delivered one after another, so one whose receiver waits
 * would hold up the others, perhaps the very response that it waits for. A bundle that the engine
 * takes its time with holds up only those who add to it. An error in sending what waited is logged,
 * since its senders have gone on.
 */
final class BundleDataSession extends DataSessionDecorator {
  /** Bytes at which a bundle is sent, unless set otherwise. */
  static final int DEFAULT_SIZE = 32 * 1024;

  /** Longest time that a message waits for others, unless set otherwise. */
  static final Duration DEFAULT_DELAY = Duration.ofMillis(1);

  /** From a bundle that could not be made one message to the next try. */
  private static final Duration AGAIN = Duration.ofMillis(100);

  private static final Logger LOG = LoggerFactory.getLogger(BundleDataSession.class);

  /** What is bundled together; a null service is the session's default. */
  private record Key(Service service, SocketAddress dest) {
    Annotation[] annotations() {
      return dest == null ? new Annotation[0] : new Annotation[] {new PointToPoint(dest)};
    }
  }

  private final int size;
  private final Duration delay;
  private final ConcurrentMap<Key, Bundle> bundles = new ConcurrentHashMap<>();
  private final RareLog failed = new RareLog();
  private final BundleTimer timer;
  private final Supplier<Bundle> emptyBundle;
  private volatile Set<Service> withoutOrder = Set.of();
  private volatile boolean joined;

  BundleDataSession(DataSession below, DroppedFrames dropped, int size, Duration delay) {
    this(below, dropped, size, delay, new BundleTimer(), Bundle::new);
  }

  /** Creates one whose bundles are made there, and sent by that timer. */
  BundleDataSession(
      DataSession below,
      DroppedFrames dropped,
      int size,
      Duration delay,
      BundleTimer timer,
      Supplier<Bundle> emptyBundle) {
    super(below, dropped);
    this.size = size;
    this.delay = delay;
    this.timer = timer;
    this.emptyBundle = emptyBundle;
  }

  /** Sets the services whose messages are not bundled; called before the first is sent. */
  void sendAtOnce(Set<Service> services) {
    withoutOrder = services;
  }

  @Override
  String name() {
    return Decorator.BUNDLE.settingName();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    byte[] payload = message.getPayload();
    if (service != null && withoutOrder.contains(service)) {
      sendBelow(Bundle.of(payload), service, context, annotations);
      return;
    }
    SocketAddress dest = destination(annotations);
    boolean plain = context == null && annotations.length == (dest == null ? 0 : 1);
    Key key = new Key(service, dest);
    if (plain && joined) {
      send(key, payload);
      return;
    }
    Bundle waiting = bundles.get(key);
    if (waiting != null) {
      flush(key, waiting);
    }
    sendBelow(Bundle.of(payload), service, context, annotations);
  }

  private void send(Key key, byte[] payload) throws IOException {
    while (!send(key, bundles.computeIfAbsent(key, k -> emptyBundle.get()), payload)) {
      Thread.onSpinWait(); // a retired one is taken off at once
    }
  }

  /** False when the bundle is of a membership that has ended. */
  private boolean send(Key key, Bundle bundle, byte[] payload) throws IOException {
    synchronized (bundle) {
      if (bundle.isRetired()) {
        return false;
      }
      if (bundle.size() + payload.length > size) {
        sendWaiting(key, bundle);
      }
      if (payload.length >= size) {
        sendBelow(Bundle.of(payload), key.service(), null, key.annotations());
        return true;
      }
      bundle.add(payload);
      if (bundle.count() >= Bundle.MAX_COUNT) {
        sendWaiting(key, bundle);
      } else if (!bundle.isTimed()) {
        flushLater(key, bundle);
      }
      return true;
    }
  }

  /** Where there can be no thread for that, it sends at once: nobody else would for long. */
  private void flushLater(Key key, Bundle bundle) {
    try {
      timer.later(delay, () -> flushDue(key, bundle));
      bundle.timed(true);
    } catch (VirtualMachineError e) {
      sendWaiting(key, bundle);
    }
  }

  /** Again where an error ends that, as when there is no memory to make it one message. */
  private void flushDue(Key key, Bundle bundle) {
    boolean isFlushed = false;
    try {
      flush(key, bundle);
      isFlushed = true;
    } finally {
      if (!isFlushed) {
        flushAgain(key, bundle);
      }
    }
  }

  /** Where the timer takes it no more, the next message asks again. */
  private void flushAgain(Key key, Bundle bundle) {
    synchronized (bundle) {
      bundle.timed(false);
      timer.later(AGAIN, () -> flushDue(key, bundle));
      bundle.timed(true);
    }
  }

  private void flush(Key key, Bundle bundle) {
    synchronized (bundle) {
      sendWaiting(key, bundle);
    }
  }

  /** Sends what waits; called with the lock of the bundle, so that the order is kept. */
  private void sendWaiting(Key key, Bundle bundle) {
    int count = bundle.count();
    if (count == 0 || bundle.isRetired()) {
      return;
    }
    byte[] together = bundle.take(); // an error leaves the bundle as it is
    try {
      sendBelow(together, key.service(), null, key.annotations());
    } catch (IOException | RuntimeException | Error e) {
      if (failed.count()) {
        LOG.warn("sending a bundle of {} messages to {} failed", count, key.dest(), e);
      }
    }
  }

  @Override
  Object open(ByteBuffer payload, SocketAddress sender) throws MalformedFrameException {
    List<ByteBuffer> messages = Bundle.read(payload);
    RuntimeException failure = null;
    for (ByteBuffer message : messages) {
      try {
        deliver(message, sender);
      } catch (RuntimeException e) { // the others of the bundle are delivered all the same
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return null;
  }

  @Override
  void onView(Membership view) {
    joined = true;
    bundles.keySet().removeIf(key -> key.dest() != null && view.getMemberRank(key.dest()) < 0);
  }

  @Override
  void flush() {
    bundles.forEach(this::flush);
  }

  @Override
  void onDeparture() {
    joined = false;
    bundles.forEach(
        (key, bundle) -> {
          bundle.retire();
          bundles.remove(key, bundle);
        });
  }

  @Override
  public void close() throws IOException {
    flush();
    timer.close();
    super.close();
  }
}
