package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.GroupMember;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One membership, from join to leave or the loss of the daemon: a connection, and the thread that
 * drains it.
 */
final class SpreadMember implements Incoming.Receiver, GroupMember {
  private static final Logger LOG = LoggerFactory.getLogger(SpreadMember.class);
  private static final Duration LEAVE_WAIT = Duration.ofSeconds(2);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(1);
  private static final long CHECK_NANOS = Duration.ofMillis(500).toNanos();

  private final SpreadSettings settings;
  private final String group;
  private final SpreadControlSession session;
  private final ThreadMaker threads;
  private final Inbox inbox;
  private final CompletableFuture<Void> firstView = new CompletableFuture<>();
  private final CountDownLatch left = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Link link;
  private volatile boolean leaving;
  private long nextCheck = System.nanoTime() + CHECK_NANOS;

  SpreadMember(
      SpreadSettings settings, String group, SpreadControlSession session, ThreadMaker threads) {
    this.settings = settings;
    this.group = group;
    this.session = session;
    this.threads = threads;
    inbox = new Inbox(settings.memberName(), settings.queueBytes());
  }

  /** All that comes into being with the connection. */
  private record Link(
      DaemonConnection connection,
      SpreadAddress address,
      Views views,
      Watchman watchman,
      Incoming incoming,
      Outgoing outgoing,
      Pulse pulse) {}

  /** Joins; the first view is delivered in this thread. */
  @Override
  public void join() throws GroupException {
    connect(Daemons.connect(settings));
    boolean settled = false;
    try {
      announce();
      link.connection().write(writer -> writer.request(Bits.JOIN, group));
      firstView.get(settings.joinTimeout().toMillis(), TimeUnit.MILLISECONDS);
      settled = true;
    } catch (ExecutionException e) {
      settled = true; // the connection is closed, or by whoever leaves
      throw new GroupException("%s: %s".formatted(this, e.getCause().getMessage()), e);
    } catch (TimeoutException e) {
      throw new GroupException(
          "%s: the daemon let it in but showed no view of group '%s' within %s; is its ring formed? See the daemon's log, or raise '%s'"
              .formatted(this, group, settings.joinTimeout(), SpreadSettings.JOIN_TIMEOUT),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GroupException(this + ": interrupted while joining group '" + group + "'", e);
    } finally {
      if (!settled) {
        abort();
      }
    }
    deliver();
  }

  /** Lets the others know that this member casts heartbeats, in case it stands still at once. */
  private void announce() throws GroupException {
    if (!link.pulse().isSilent()) {
      link.watchman().announcement().cast(link.connection(), group);
    }
  }

  /** Begins to deliver; where there can be no thread for it, the others are not to wait for one. */
  private void deliver() {
    boolean started = false;
    try {
      inbox.start();
      started = true;
    } finally {
      if (!started) {
        abort();
      }
    }
  }

  private void connect(DaemonConnection connection) throws InvalidStateException {
    boolean used = false;
    try {
      use(connection);
      used = true;
    } finally {
      if (!used) {
        connection.close();
      }
    }
  }

  private synchronized void use(DaemonConnection connection) throws InvalidStateException {
    if (leaving) {
      throw new InvalidStateException(this + " left group '" + group + "' while joining it");
    }
    SpreadAddress address = new SpreadAddress(connection.privateGroup());
    Views views = new Views(address);
    Duration interval = settings.failureTimeout().dividedBy(Watch.BEATS);
    Pulse pulse = new Pulse(interval, word -> word.cast(connection, group));
    Watchman watchman = new Watchman(settings, address, pulse);
    Incoming incoming = new Incoming(settings, group, views, watchman, inbox, this);
    Outgoing outgoing = new Outgoing(settings, connection);
    link = new Link(connection, address, views, watchman, incoming, outgoing, pulse);
    connection.onIdle(this::check);
    Drain drain = new Drain(connection.toString(), this::read, this::end);
    start(drain::run, "jgcs-spread-reader ");
    if (!pulse.isSilent()) {
      start(pulse::run, "jgcs-spread-pulse ");
    }
  }

  private void start(Runnable body, String name) {
    threads.make(body, name + settings.memberName()).start();
  }

  /** Leaves in order: what was sent before is not lost, and the others hear of a leave. */
  @Override
  public void leave() {
    inbox.close();
    if (!beginToLeave()) {
      return;
    }
    link.pulse().close();
    DaemonConnection connection = link.connection();
    try {
      connection.write(writer -> writer.request(Bits.LEAVE, group));
      await(left, LEAVE_WAIT);
      connection.write(writer -> writer.request(Bits.KILL, connection.privateGroup()));
      await(ended, CLOSE_WAIT);
    } catch (GroupException e) {
      LOG.debug("{}: leaves without a good-bye", this, e);
    } finally {
      connection.close();
    }
  }

  @Override
  public void cancelJoin() {
    leave();
  }

  private synchronized boolean beginToLeave() {
    leaving = true;
    firstView.completeExceptionally(new InvalidStateException("it left while joining"));
    return link != null;
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
    link.connection().close();
  }

  /** Address of this member, or null before it is connected. */
  @Override
  public SpreadAddress address() {
    Link current = link;
    return current == null ? null : current.address();
  }

  /** Sends to all members, or to one of them; drops what goes to nobody. */
  void send(SpreadAddress destination, byte[] payload, SpreadService service, boolean toSelf)
      throws GroupException {
    Link current = link;
    if (current == null) {
      throw new InvalidStateException(this + " is still joining group '" + group + "'");
    }
    if (destination != null && current.views().member(destination.privateGroup()) == null) {
      LOG.debug("{}: dropped a message to {}, not a member", this, destination);
      return;
    }
    inbox.awaitRoom();
    String to = destination == null ? group : destination.privateGroup();
    int flags = destination == null && !toSelf ? Bits.SELF_DISCARD : 0;
    try {
      current.outgoing().send(to, payload, service, flags);
    } catch (GroupException e) {
      if (leaving) {
        throw new InvalidStateException("not joined to group '" + group + "'; join first", e);
      }
      throw e;
    }
  }

  private void read() throws IOException {
    link.incoming().handle(link.connection().read());
    if (System.nanoTime() - nextCheck > 0) {
      check();
    }
  }

  /** Lets the others see that this member failed; the application is told once that is possible. */
  private void end(GroupException cause) {
    try {
      link.pulse().close();
      link.connection().close();
    } finally { // nobody ends it a second time
      left.countDown();
      ended.countDown();
      tell(cause);
    }
  }

  private void tell(GroupException cause) {
    while (!told(cause)) {
      LockSupport.parkNanos(CHECK_NANOS);
    }
  }

  /** False while there is no memory for it. */
  private boolean told(GroupException cause) {
    try {
      if (!firstView.completeExceptionally(cause) && !leaving) {
        inbox.addEnd(session.loss(this, cause));
      }
      return true;
    } catch (VirtualMachineError e) {
      return false;
    }
  }

  private void check() throws GroupException {
    nextCheck = System.nanoTime() + CHECK_NANOS;
    link.incoming().checkTime();
    link.connection().checkProgress();
  }

  @Override
  public void deliver(Membership view) {
    session.deliver(this, view);
  }

  @Override
  public void deliver(SpreadMessage message, SpreadService service) {
    session.deliver(this, message, service);
  }

  @Override
  public void onView() {
    firstView.complete(null);
  }

  @Override
  public void onLeft() {
    left.countDown();
  }

  /** Bytes that wait for the listeners. */
  long backlog() {
    return inbox.bytes();
  }

  /** Messages that were dropped because they are not ours, broken, or of no member. */
  long dropped() {
    return link.incoming().dropped();
  }

  @Override
  public String toString() {
    return settings.memberName();
  }
}
