package org.g2cl.jgcs.spread;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One membership, from join to leave or the loss of the daemon: a connection, and the thread that
 * drains it.
 */
final class SpreadMember implements Stream.Output {
  private static final Logger LOG = LoggerFactory.getLogger(SpreadMember.class);
  private static final Duration LEAVE_WAIT = Duration.ofSeconds(2);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(1);
  private static final long CHECK_NANOS = Duration.ofMillis(500).toNanos();
  private static final byte[] NO_HEAD = {};

  private final SpreadSettings settings;
  private final String group;
  private final SpreadControlSession session;
  private final Inbox inbox;
  private final Stream stream;
  private final Newcomers newcomers =
      new Newcomers(arrival -> dropped(arrival.sender(), "it is no member"));
  private final RareLog drops = new RareLog();
  private final AtomicInteger lastMessageId = new AtomicInteger();
  private final CompletableFuture<Void> firstView = new CompletableFuture<>();
  private final CountDownLatch left = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile DaemonConnection connection;
  private volatile SpreadAddress address;
  private volatile Views views;
  private volatile boolean leaving;

  /**
   * Members of the last view that was read, which may still be held back; for the reading thread.
   */
  private Set<String> announced = Set.of();

  private long nextCheck = System.nanoTime() + CHECK_NANOS;

  SpreadMember(SpreadSettings settings, String group, SpreadControlSession session) {
    this.settings = settings;
    this.group = group;
    this.session = session;
    inbox = new Inbox(settings.memberName(), settings.queueBytes());
    stream = new Stream(settings.longestMessage(), this);
  }

  /** Joins; the first view is delivered in this thread. */
  void join() throws GroupException {
    connect(Daemons.connect(settings));
    try {
      connection.write(writer -> writer.request(Bits.JOIN, group));
      firstView.get(settings.joinTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (GroupException e) {
      abort();
      throw e;
    } catch (ExecutionException e) {
      throw new GroupException("%s: %s".formatted(this, e.getCause().getMessage()), e);
    } catch (TimeoutException e) {
      abort();
      throw new GroupException(
          "%s: the daemon let it in but showed no view of group '%s' within %s; is its ring formed? See the daemon's log, or raise '%s'"
              .formatted(this, group, settings.joinTimeout(), SpreadSettings.JOIN_TIMEOUT),
          e);
    } catch (InterruptedException e) {
      abort();
      Thread.currentThread().interrupt();
      throw new GroupException(this + ": interrupted while joining group '" + group + "'", e);
    }
    inbox.start();
  }

  private synchronized void connect(DaemonConnection made) throws InvalidStateException {
    if (leaving) {
      made.close();
      throw new InvalidStateException(this + " left group '" + group + "' while joining it");
    }
    address = new SpreadAddress(made.privateGroup());
    views = new Views(address);
    made.onIdle(this::check);
    connection = made;
    Thread reader = new Thread(this::read, "jgcs-spread-reader " + settings.memberName());
    reader.setDaemon(true);
    reader.start();
  }

  /** Leaves in order: what was sent before is not lost, and the others hear of a leave. */
  void leave() {
    inbox.close();
    if (!beginToLeave()) {
      return;
    }
    try {
      connection.write(writer -> writer.request(Bits.LEAVE, group));
      await(left, LEAVE_WAIT);
      connection.write(writer -> writer.request(Bits.KILL, address.privateGroup()));
      await(ended, CLOSE_WAIT);
    } catch (GroupException e) {
      LOG.debug("{}: leaves without a good-bye", this, e);
    } finally {
      connection.close();
    }
  }

  private synchronized boolean beginToLeave() {
    leaving = true;
    firstView.completeExceptionally(new InvalidStateException("it left while joining"));
    return connection != null;
  }

  private static void await(CountDownLatch latch, Duration longest) {
    try {
      if (!latch.await(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.debug("no answer of the daemon within {}", longest);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes the connection without a good-bye, as the end of the process would. */
  void abort() {
    connection.close();
  }

  SpreadAddress address() {
    return address;
  }

  /** Sends to all members, or to one of them; drops what goes to nobody. */
  void send(SpreadAddress destination, byte[] payload, SpreadService service, boolean toSelf)
      throws GroupException {
    if (connection == null) {
      throw new InvalidStateException(this + " is still joining group '" + group + "'");
    }
    if (destination != null && views.member(destination.privateGroup()) == null) {
      LOG.debug("{}: dropped a message to {}, not a member", this, destination);
      return;
    }
    inbox.awaitRoom();
    String to = destination == null ? group : destination.privateGroup();
    int discard = destination == null && !toSelf ? Bits.SELF_DISCARD : 0;
    if (payload.length <= settings.fragmentBytes()) {
      int tag = new Tag(service, false).toApplication();
      int type = service.bit() | discard;
      write(writer -> writer.write(type, to, tag, NO_HEAD, payload, 0, payload.length));
    } else {
      sendFragments(to, payload, service, service.fragmentBit() | discard);
    }
  }

  private void sendFragments(String to, byte[] payload, SpreadService service, int type)
      throws GroupException {
    if (payload.length > settings.longestMessage()) {
      throw new GroupException(
          "a message of %d bytes is longer than %d, half of the setting '%s'; send it in parts, or raise the setting at all members"
              .formatted(payload.length, settings.longestMessage(), SpreadSettings.QUEUE_BYTES));
    }
    int tag = new Tag(service, true).toApplication();
    int id = lastMessageId.incrementAndGet();
    for (int at = 0; at < payload.length; at += settings.fragmentBytes()) {
      int offset = at;
      int length = Math.min(settings.fragmentBytes(), payload.length - at);
      byte[] head = new Fragment(id, payload.length, offset).head();
      try {
        write(writer -> writer.write(type, to, tag, head, payload, offset, length));
      } catch (GroupException e) {
        abort(); // the others must not wait for the rest
        throw e;
      }
    }
  }

  private void write(DaemonConnection.Writing part) throws GroupException {
    try {
      connection.write(part);
    } catch (GroupException e) {
      if (leaving) {
        throw new InvalidStateException("not joined to group '" + group + "'; join first", e);
      }
      throw e;
    }
  }

  private void read() {
    try {
      while (true) {
        handle(connection.read());
        if (System.nanoTime() - nextCheck > 0) {
          check();
        }
      }
    } catch (EOFException e) {
      end(
          new GroupException(
              "the Spread daemon closed the connection of %s: it stopped, or it dropped this member (see MaxSessionMessages in its configuration, and its log)"
                  .formatted(connection),
              e));
    } catch (GroupException e) {
      end(e);
    } catch (IOException | RuntimeException e) {
      end(new GroupException("the connection of %s broke: %s".formatted(connection, e), e));
    }
  }

  private void end(GroupException cause) {
    connection.close();
    left.countDown();
    ended.countDown();
    if (!firstView.completeExceptionally(cause) && !leaving) {
      inbox.addEnd(() -> session.lost(this, cause));
    }
  }

  private void check() throws GroupException {
    nextCheck = System.nanoTime() + CHECK_NANOS;
    stream.checkTime();
    newcomers.checkTime();
    connection.checkProgress();
  }

  private void handle(Frame frame) throws GroupException {
    if (frame.is(Bits.REJECT)) {
      rejected(frame);
    } else if (frame.is(Bits.ANY_REGULAR)) {
      handleMessage(frame);
    } else if (frame.is(Bits.REGULAR_MEMBERSHIP)) {
      handleView(frame);
    } else if (frame.is(Bits.TRANSITION)) {
      LOG.debug("{}: a change of the ring begins", this);
    } else if (frame.is(Bits.BY_LEAVE)) {
      left.countDown();
    } else {
      throw new MalformedFrameException(
          "the daemon sent what is no part of its protocol: " + frame);
    }
    checkBacklog();
  }

  private void handleMessage(Frame frame) {
    try {
      Arrival arrival = new Arrival(frame.about(), Tag.of(frame.application()), frame.data());
      if (announced.contains(arrival.sender())) {
        stream.add(arrival);
      } else {
        newcomers.hold(arrival);
      }
    } catch (MalformedFrameException e) {
      dropped(frame.about(), e);
    }
  }

  private void handleView(Frame frame) throws MalformedFrameException {
    if (!frame.about().equals(group)) {
      throw new MalformedFrameException("the daemon told of a group not asked for: " + frame);
    }
    GroupView view = GroupView.of(frame);
    views.check(view);
    announced = Set.copyOf(view.members());
    stream.add(view);
    newcomers.release(announced, stream::add);
  }

  private void rejected(Frame frame) throws GroupException {
    if (!firstView.isDone()) {
      throw new GroupException(
          "the access policy of the Spread daemon refuses it group '" + group + "'");
    }
    dropped(frame.about(), "the access policy of the daemon refuses it");
  }

  private void checkBacklog() throws GroupException {
    long backlog = inbox.bytes() + stream.bytes();
    if (backlog > settings.queueBytes()) {
      inbox.clear();
      throw new GroupException(
          "member %s leaves group '%s': %d bytes wait for its listeners, which are too slow; the setting '%s' allows %d"
              .formatted(this, group, backlog, SpreadSettings.QUEUE_BYTES, settings.queueBytes()));
    }
  }

  @Override
  public void message(String sender, SpreadService service, byte[] payload) {
    SpreadAddress from = views.member(sender);
    if (from == null) {
      dropped(sender, "it is no member any more");
      return;
    }
    SpreadMessage message = new SpreadMessage(payload, from);
    inbox.addMessage(service, from, payload.length, () -> session.deliver(this, message, service));
  }

  @Override
  public void view(GroupView view) {
    for (Membership next : views.install(view)) {
      inbox.addView(next.getMembershipList(), () -> session.deliver(this, next));
    }
    firstView.complete(null);
  }

  @Override
  public boolean isWidenedBy(GroupView view) {
    return views.isWidenedBy(view);
  }

  @Override
  public void dropped(String sender, MalformedFrameException reason) {
    dropped(sender, reason.getMessage());
  }

  private void dropped(String sender, String reason) {
    if (drops.count()) {
      LOG.warn(
          "{}: dropped a message of {}: {}; {} dropped so far",
          this,
          new SpreadAddress(sender),
          reason,
          drops.total());
    }
  }

  /** Messages that were dropped because they are not ours, broken, or of no member. */
  long droppedMessages() {
    return drops.total();
  }

  @Override
  public String toString() {
    return settings.memberName();
  }
}
