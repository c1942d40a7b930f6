package org.g2cl;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Data session that encrypts and authenticates everything by AES-256-GCM, with a key that the
 * members share, and that may change while they run.
 *
 * <p>It fails closed: what is not encrypted with a known key, was changed, came before, was meant
 * for another member, or is said to be of another sender than it is, is dropped and counted; there
 * is no way around it. A frame that was sent before this member joined, by more than the tolerance
 * of clocks, is dropped too, since this member cannot know whether it came before; so is one of a
 * time to come, which members that join until then could not tell from a new one. So the clocks of
 * members must agree within the tolerance. What was sent within the tolerance before it joined, by
 * its own clock, is taken, once.
 *
 * <p>After each view with a new member every member greets it; {@link MarshalDataSession#join} ends
 * with an error when no other member proves in time that it has the key. A member that is gone
 * counts as one that left only when it has proved that, too.
 */
final class CryptoDataSession extends DataSessionDecorator {
  private static final Logger LOG = LoggerFactory.getLogger(CryptoDataSession.class);

  /** Greetings and good-byes that wait; all members ask one that leaves back at once. */
  private static final int TASKS = 1_024;

  private static final long NOT_JOINED = Long.MAX_VALUE;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** A view in which this member is alone, or a mismatch, wakes nobody. */
  private static final Duration LOOK_AROUND = Duration.ofMillis(50);

  /** Sequence numbers of messages of one quality of service, to one member or to all. */
  private record Stream(int number, AtomicLong sequence) {}

  private record StreamName(Service service, boolean toOne) {}

  /**
   * Service of messages that ask for none; no lambda, whose serialized form names {@link Service}
   * in a string that no relocation of packages finds.
   */
  private enum NoService implements Service {
    NONE;

    @Override
    public boolean satisfies(Service other) {
      return false;
    }
  }

  private final CryptoSettings settings;
  private final Supplier<SocketAddress> localAddress;
  private final Clock clock;
  private final Envelope.Instance instance;
  private final KeyRing keys;
  private final Senders senders;
  private final ConcurrentMap<StreamName, Stream> streams = new ConcurrentHashMap<>();
  private final Stream greetings = new Stream(Envelope.GREETING, new AtomicLong());
  private final Stream greetingsToOne =
      new Stream(Envelope.GREETING | Envelope.TO_ONE, new AtomicLong());
  private final Scheduler.Worker background;

  /** Members that have proved that they have the key. */
  private final Set<SocketAddress> proved = ConcurrentHashMap.newKeySet();

  /** Whether the next look for other keys could not be asked for. */
  private final AtomicBoolean lookLost = new AtomicBoolean();

  private final RareLog unread = new RareLog();
  private final GoodByes goodByes;

  /** Service of good-byes, or null for the engine's default. */
  private volatile Service hurried;

  /** Where keys come from, or null when they were given as text. */
  private KeyFile file;

  private volatile Membership view;
  private volatile long joinedSecond = NOT_JOINED;

  CryptoDataSession(
      DataSession below,
      DroppedFrames dropped,
      CryptoSettings settings,
      Supplier<SocketAddress> localAddress,
      Clock clock) {
    this(below, dropped, settings, localAddress, clock, new OrderedExecutor("g2cl-crypto", TASKS));
  }

  /** Creates one that sends greetings and good-byes, and reads keys, by that worker. */
  CryptoDataSession(
      DataSession below,
      DroppedFrames dropped,
      CryptoSettings settings,
      Supplier<SocketAddress> localAddress,
      Clock clock,
      Scheduler.Worker background) {
    super(below, dropped);
    this.background = background;
    this.settings = settings;
    this.localAddress = localAddress;
    this.clock = clock;
    SecureRandom random = new SecureRandom();
    this.instance = new Envelope.Instance(random.nextLong(), random.nextLong());
    this.keys = new KeyRing(settings.keys(), instance, settings.grace(), clock);
    this.senders = new Senders(settings.replayWindow());
    this.goodByes = new GoodByes(localAddress, this::sendLater);
    this.file = settings.file() == null ? null : settings.file().copy();
  }

  /** Looks for other keys from now on, by that time; to be called once, and where that was lost. */
  void watchKeys(Scheduler scheduler) {
    lookLater(scheduler, settings.reload(), new WeakReference<>(this));
  }

  /**
   * Takes other keys from now on.
   *
   * @throws GroupException when they cannot be read; those that it had stay
   */
  synchronized void changeKeys(ChainSettings source) throws GroupException {
    KeyFile nextFile = KeyFile.of(source, settings.context());
    take(CryptoKeys.read(source, settings.context()), "the application");
    file = nextFile;
  }

  /** What a member proves before it is let into the group. */
  Admission admission() {
    return new KeyAdmission(keys);
  }

  KeyRing keys() {
    return keys;
  }

  private void take(List<CryptoKey> next, Object from) {
    keys.change(next);
    LOG.info(
        "{}: took {} from {}, {} encrypts now",
        localAddress.get(),
        next.size() == 1 ? "1 key" : next.size() + " keys",
        from,
        Integer.toHexString(keys.own().id()));
  }

  /** Looks for other keys from time to time; that alone does not keep a closed session and keys. */
  private static void lookLater(
      Scheduler scheduler, Duration pause, WeakReference<CryptoDataSession> watched) {
    try {
      scheduler.later(pause, () -> look(scheduler, pause, watched));
    } catch (VirtualMachineError e) { // as when no thread can be made just now
      CryptoDataSession session = watched.get();
      if (session != null) {
        session.lookLost.set(true);
      }
      scheduler.caught(e);
    }
  }

  /** Asks for the look that could not be asked for before, if there is one. */
  void lookAgainIfLost(Scheduler scheduler) {
    if (lookLost.get() && lookLost.compareAndSet(true, false)) {
      watchKeys(scheduler);
    }
  }

  private static void look(
      Scheduler scheduler, Duration pause, WeakReference<CryptoDataSession> watched) {
    CryptoDataSession session = watched.get();
    if (session != null && !session.isClosed()) {
      try {
        session.background.offer(session::reload);
      } finally { // also where there can be no thread for that just now
        lookLater(scheduler, pause, watched);
      }
    }
  }

  /**
   * Whatever is wrong with the file, the keys that this member has stay. After an error of the JVM
   * the next look reads it again.
   */
  private synchronized void reload() {
    if (file == null || !file.isChanged()) {
      return;
    }
    try {
      take(file.keys(), file);
    } catch (GroupException | RuntimeException e) {
      if (unread.count()) {
        LOG.error(
            "{}: new keys cannot be read, the old ones stay: {}",
            localAddress.get(),
            e instanceof GroupException ? e.getMessage() : e.toString());
      }
    }
    file.noteTaken();
  }

  @Override
  String name() {
    return Decorator.CRYPTO.settingName();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    SocketAddress dest = destination(annotations);
    Stream stream = stream(service == null ? NoService.NONE : service, dest != null);
    byte[] frame = seal(stream, message.getPayload(), dest);
    sendBelow(frame, service, context, annotations);
  }

  private Stream stream(Service service, boolean toOne) {
    StreamName name = new StreamName(service, toOne);
    Stream known = streams.get(name);
    return known == null ? newStream(name) : known;
  }

  private synchronized Stream newStream(StreamName name) {
    int bit = name.toOne() ? Envelope.TO_ONE : 0;
    int number = Math.min(streams.size(), Envelope.MAX_STREAM) | bit;
    for (Stream stream : streams.values()) {
      if (stream.number() == number) { // more qualities of service than numbers: they share it
        return stream;
      }
    }
    return streams.computeIfAbsent(name, n -> new Stream(number, new AtomicLong()));
  }

  private byte[] seal(Stream stream, byte[] content, SocketAddress dest)
      throws InvalidStateException {
    SocketAddress self = localAddress.get();
    if (self == null) {
      throw new InvalidStateException("sending needs a joined group");
    }
    KeyRing.Own own = keys.own();
    long number = stream.sequence().incrementAndGet();
    Envelope envelope = new Envelope(stream.number(), own.id(), instance, second(), number);
    return Seal.close(own.key(), envelope, content, self, dest);
  }

  private long second() {
    return clock.instant().getEpochSecond();
  }

  @Override
  Object open(ByteBuffer payload, SocketAddress sender) throws MalformedFrameException {
    if (payload.remaining() > Frame.MAX_FRAME) {
      throw new MalformedFrameException("oversized frame");
    }
    Envelope envelope = Envelope.read(payload);
    CryptoKey key = keys.find(envelope.keyId());
    if (key == null) {
      throw new MismatchException(
          "it is encrypted with a key that this member does not have; give both the same secret");
    }
    ByteBuffer content = unseal(key, envelope, payload, sender);
    checkTime(envelope);
    senders.accept(envelope);
    prove(sender);
    if (envelope.greeting()) {
      goodByes.receive(sender, envelope, content);
      return null;
    }
    return deliver(content, sender);
  }

  private ByteBuffer unseal(
      CryptoKey key, Envelope envelope, ByteBuffer payload, SocketAddress sender)
      throws MalformedFrameException {
    SocketAddress self = localAddress.get();
    if (self == null) {
      throw new MalformedFrameException("this member is not joined");
    }
    return Seal.open(key.of(envelope.instance()), envelope, payload, sender, self);
  }

  private void checkTime(Envelope envelope) throws MalformedFrameException {
    long joined = joinedSecond;
    if (joined == NOT_JOINED) {
      throw new MalformedFrameException("it came before the first view");
    }
    long tolerance = settings.clockTolerance().toSeconds();
    long earliest = joined - tolerance;
    if (envelope.second() < earliest) {
      throw new MismatchException(
          "it was sent %d s before this member joined: replayed, or the sender's clock is behind, or this member's ahead, by more than %s; set the clocks of both right (NTP)"
              .formatted(joined - envelope.second(), settings.clockTolerance()));
    }
    long ahead = envelope.second() - second();
    if (ahead > tolerance) {
      throw new MismatchException(
          "it was sent %d s after this member's present time: the sender's clock is ahead, or this member's behind, by more than %s; set the clocks of both right (NTP)"
              .formatted(ahead, settings.clockTolerance()));
    }
  }

  private void prove(SocketAddress sender) {
    if (!proved.contains(sender)) {
      proved.add(sender);
      synchronized (proved) {
        proved.notifyAll();
      }
    }
  }

  @Override
  void onView(Membership next) {
    if (view == null) {
      joinedSecond = second();
    }
    boolean first = view == null;
    view = next;
    proved.removeIf(member -> next.getMemberRank(member) < 0);
    goodByes.onView(next);
    if (!first && !next.getJoinedMembers().isEmpty()) {
      if (!isTaken(this::greet)) {
        LOG.debug("{}: a greeting was not sent", localAddress.get());
      }
    }
  }

  /** False also where no thread can be made just now: that is no reason to miss a view. */
  private boolean isTaken(Runnable task) {
    try {
      return background.offer(task);
    } catch (VirtualMachineError e) {
      tellUntaken(e);
      return false;
    }
  }

  /** Throws nothing: when memory is out, a line of the log cannot be made either. */
  private void tellUntaken(Throwable failure) {
    try {
      LOG.warn(
          "{}: a greeting or good-bye was not sent, so that a joiner may be refused, or a leave count as a failure: {}",
          localAddress.get(),
          failure.toString());
    } catch (RuntimeException | Error e) {
      // nothing can be told
    }
  }

  private void greet() {
    try {
      sendBelow(seal(greetings, new byte[0], null), null, null);
    } catch (IOException | RuntimeException e) {
      LOG.debug("{}: greeting failed", localAddress.get(), e);
    }
  }

  /** Sends good-byes by this service from now on. */
  void hurryBy(Service service) {
    hurried = service;
  }

  /** View as the engine told it, where whoever did not prove that it leaves counts as failed. */
  Membership checked(Membership next) {
    return goodByes.checked(next);
  }

  @Override
  void onLeaving() {
    SocketAddress self = localAddress.get();
    goodByes.say(proved.stream().filter(member -> !member.equals(self)).toList());
  }

  private void sendLater(SocketAddress dest, byte[] content) {
    if (!isTaken(() -> sendGoodBye(dest, content))) {
      LOG.debug("{}: a good-bye was not sent, since others wait", localAddress.get());
    }
  }

  private void sendGoodBye(SocketAddress dest, byte[] content) {
    try {
      if (dest == null) {
        sendBelow(seal(greetings, content, null), hurried, null);
      } else {
        byte[] frame = seal(greetingsToOne, content, dest);
        sendBelow(frame, hurried, null, new PointToPoint(dest));
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("{}: a good-bye was not sent", localAddress.get(), e);
    }
  }

  @Override
  void onJoined() throws GroupException {
    greet();
    long start = System.nanoTime();
    try {
      while (!isProved()) {
        Duration waited = Duration.ofNanos(System.nanoTime() - start);
        if (waited.compareTo(sawMismatch() ? patience() : settings.proofTimeout()) >= 0) {
          throw unproved(waited);
        }
        synchronized (proved) {
          if (!isProved()) {
            proved.wait(LOOK_AROUND.toMillis());
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GroupException("interrupted while waiting for the greeting of a member", e);
    }
  }

  /** Whether this member is alone, or another one has the key. */
  private boolean isProved() {
    Membership now = view;
    SocketAddress self = localAddress.get();
    return now == null
        || now.getMembershipList().size() == 1
        || proved.stream().anyMatch(member -> !member.equals(self));
  }

  /** Wait for a proof after a sign that it will not come. */
  private Duration patience() {
    return settings.proofTimeout().compareTo(PATIENCE) < 0 ? settings.proofTimeout() : PATIENCE;
  }

  private GroupException unproved(Duration waited) {
    Membership now = view;
    return new GroupException(
        "%s: no other member of %s proved within %s that it has the same key; they are %s. Set the same secret at all members"
            .formatted(
                localAddress.get(),
                getGroup(),
                waited,
                now == null ? "gone" : now.getMembershipList()));
  }

  @Override
  void onDeparture() {
    view = null;
    joinedSecond = NOT_JOINED;
    proved.clear();
    goodByes.onDeparture();
  }

  @Override
  public void close() throws IOException {
    background.close();
    super.close();
  }
}
