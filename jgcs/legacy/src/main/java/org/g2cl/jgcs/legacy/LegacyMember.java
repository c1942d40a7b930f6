package org.g2cl.jgcs.legacy;

import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.Farewell;
import net.sf.jgcs.spi.GroupMember;
import net.sf.jgcs.spi.ListenerThreads;
import net.sf.jgcs.spi.MemberViews;
import net.sf.jgcs.spi.OrderedSender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One membership of a plug-in.
 *
 * <p>The plug-in delivers everything in one thread; unordered messages are handed to others, and
 * what a listener sends in that thread is sent by another, since the plug-in may have blocked. A
 * member whose listeners stand still while too many of these wait leaves the group.
 */
final class LegacyMember implements GroupMember, PluginSessions.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(LegacyMember.class);
  private static final int MOST_TO_ITSELF = 10_000;
  private static final long IDLE_SECONDS = 10;

  private final LegacySettings settings;
  private final String group;
  private final LegacyControlSession session;
  private final SendGate gate = new SendGate();
  private final CountDownLatch firstView = new CountDownLatch(1);
  private final Farewell<SocketAddress> farewell =
      new Farewell<>(this::sendControl, this::isMember, this::ignored);
  private final MemberViews<SocketAddress, SocketAddress> views =
      new MemberViews<>(Function.identity(), farewell::wasSaidBy);
  private final OrderedSender<Outgoing> sender = new OrderedSender<>(this::sendNow, this::notSent);
  private final UnorderedDelivery unordered = new UnorderedDelivery();
  private final ThreadPoolExecutor toItself =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MOST_TO_ITSELF),
          LegacyMember::daemon);
  private long viewNumber;
  private Object deliverOn;
  private volatile PluginSessions sessions;
  private volatile SocketAddress address;

  LegacyMember(LegacySettings settings, String group, LegacyControlSession session) {
    this.settings = settings;
    this.group = group;
    this.session = session;
    toItself.allowCoreThreadTimeOut(true);
  }

  static Thread daemon(Runnable body) {
    Thread thread = new Thread(body, "jgcs-legacy-delivery");
    thread.setDaemon(true);
    return thread;
  }

  /** Message on its way to the plug-in; the destination is null for all members. */
  private record Outgoing(Frame frame, LegacyService service, SocketAddress destination) {}

  /** Message whose delivery waits for a notification of the plug-in. */
  private static final class Awaited {
    private LegacyMessage message;

    Awaited(LegacyMessage message) {
      this.message = message;
    }

    synchronized LegacyMessage take() {
      LegacyMessage taken = message;
      message = null;
      return taken;
    }
  }

  @Override
  public void join() throws GroupException {
    boolean joined = false;
    try {
      Plugin plugin = Plugin.load(settings);
      if (settings.deliverOn() != null) {
        deliverOn = plugin.make(settings.serviceClass(), settings.deliverOn(), Map.of());
      }
      sessions = new PluginSessions(plugin, settings, group);
      sessions.listen(this);
      sessions.join(settings.joinTimeout());
      awaitFirstView();
      joined = true;
    } finally {
      if (!joined) {
        release();
        if (sessions != null) {
          sessions.close();
        }
      }
    }
  }

  private void awaitFirstView() throws GroupException {
    try {
      if (!firstView.await(settings.joinTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new GroupException(
            "the plug-in gave no view of group '%s' within %s (setting '%s'); see whether it reaches its peers, a gossip server for instance, or raise the setting"
                .formatted(group, settings.joinTimeout(), LegacySettings.JOIN_TIMEOUT));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GroupException("interrupted while joining group '" + group + "'", e);
    }
  }

  @Override
  public void leave() {
    sender.finish();
    farewell.say(views.others());
    release();
    sessions.leave();
  }

  private void release() {
    sender.close();
    views.close();
    unordered.close();
    toItself.shutdown();
  }

  @Override
  public SocketAddress address() {
    return address;
  }

  void sendToAll(byte[] payload, LegacyService service, boolean toSelf) throws GroupException {
    sender.send(new Outgoing(Frame.of(payload, service, toSelf), service, null));
  }

  void sendTo(SocketAddress destination, byte[] payload, LegacyService service)
      throws GroupException {
    if (!views.contains(destination)) {
      LOG.debug("{}: dropped a message to {}, not a member", this, destination);
      return;
    }
    LegacyService toOne = service.inTotalOrder() ? LegacyService.FIFO : service;
    if (destination.equals(address)) {
      sendToItself(new LegacyMessage(Frame.of(payload, toOne, true), address), toOne);
    } else {
      sender.send(new Outgoing(Frame.of(payload, toOne, true), toOne, destination));
    }
  }

  /** Appia delivers no message that a member sends to itself alone. */
  private void sendToItself(LegacyMessage message, LegacyService service) throws GroupException {
    Runnable delivery = () -> deliver(message, service);
    if (service.ordered()) {
      try {
        toItself.execute(delivery);
      } catch (RejectedExecutionException e) {
        throw tooSlow(toItself.getQueue().size(), e);
      }
    } else if (!unordered.offer(message.length(), delivery)) {
      throw tooSlow(unordered.messages(), null);
    }
  }

  private GroupException tooSlow(int waiting, Throwable cause) {
    return new GroupException(
        "%s has %d messages waiting, or has just left; its listener is too slow"
            .formatted(this, waiting),
        cause);
  }

  private void sendControl(SocketAddress destination, byte code) throws GroupException {
    sender.sendWithoutWaitingForRoom(
        new Outgoing(Frame.control(code), LegacyService.FIFO, destination));
  }

  private boolean isMember(SocketAddress other) {
    return views.contains(other);
  }

  private void sendNow(Outgoing next) throws GroupException {
    gate.enter(next.frame().control() ? SendGate.SHORT_BLOCK : SendGate.LONGEST_BLOCK);
    try {
      sessions.send(next.frame(), next.service(), next.destination());
    } finally {
      gate.exit();
    }
  }

  private void notSent(GroupException failure) {
    LOG.warn("{}: a message of a listener was not sent", this, failure);
    session.notSent(failure);
  }

  private void ignored(GroupException failure) {
    LOG.debug("{}: a good-bye was not sent", this, failure);
  }

  @Override
  public Object onMessage(byte[] payload, SocketAddress from) {
    Frame frame = Frame.read(payload);
    SocketAddress known = frame == null ? null : views.member(from);
    if (known == null) {
      LOG.debug("{}: dropped a message of {}, not a member or not of this adapter", this, from);
      return null;
    }
    if (frame.control()) {
      ListenerThreads.run(() -> receiveControl(known, frame));
      return null;
    }
    if (!frame.toSelf() && known.equals(address)) {
      return null;
    }
    LegacyMessage message = new LegacyMessage(frame, known);
    if (deliverOn != null && frame.service().inTotalOrder()) {
      return new Awaited(message);
    }
    if (frame.service().ordered()) {
      deliver(message, frame.service());
    } else if (!unordered.put(message.length(), () -> deliver(message, frame.service()))) {
      leaveBehind();
    }
    return null;
  }

  /** Leaves a group that this member cannot keep up with. */
  private void leaveBehind() {
    LOG.error(
        "{}: leaves, for {} unordered messages wait for its listeners, of which none has come to its end within {}",
        this,
        unordered.messages(),
        UnorderedDelivery.LONGEST_WAIT);
    out(sessions::leave);
  }

  private void receiveControl(SocketAddress from, Frame frame) {
    if (frame.length() == 1) {
      farewell.receive(from, frame.bytes()[0]);
    }
  }

  private void deliver(LegacyMessage message, LegacyService service) {
    ListenerThreads.run(() -> session.deliver(this, message, service));
  }

  @Override
  public void onService(Object context, Object service) throws GroupException {
    if (context instanceof Awaited awaited && sessions.reaches(service, deliverOn)) {
      LegacyMessage message = awaited.take();
      if (message != null) {
        deliver(message, LegacyService.TOTAL_ORDER);
      }
    }
  }

  @Override
  public void onView(Object membership) throws GroupException {
    gate.open();
    address = sessions.local(membership);
    LegacyViewId id = sessions.id(membership);
    var members = sessions.members(membership);
    viewNumber++;
    ListenerThreads.run(
        () ->
            views.install(
                id, viewNumber, members, address, null, view -> session.deliver(this, view)));
    farewell.forgetStrangers();
    firstView.countDown();
  }

  @Override
  public void onBlock() throws GroupException {
    gate.shut();
  }

  @Override
  public void onExcluded() {
    out(sessions::close);
  }

  private void out(Runnable end) {
    ListenerThreads.run(() -> session.exclude(this));
    release();
    daemon(end).start();
  }

  @Override
  public void onFailure(Throwable failure) {
    session.failed(this, failure);
  }

  @Override
  public String toString() {
    return "member '" + settings.memberName() + "'";
  }
}
