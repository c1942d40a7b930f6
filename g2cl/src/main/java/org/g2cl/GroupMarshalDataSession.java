package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.annotation.PointToPoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Session on the data and the control session of an engine. */
final class GroupMarshalDataSession implements MarshalDataSession {
  private static final Logger LOG = LoggerFactory.getLogger(GroupMarshalDataSession.class);
  private static final Duration FIRST_VIEW_WAIT = Duration.ofSeconds(30);
  private static final Annotation[] NO_ANNOTATIONS = {};

  /** Session of the engine, or the first decorator. */
  private final DataSession data;

  private final DecoratorChain chain;
  private final MembershipSession control;
  private final Services services;
  private final Scheduler scheduler;
  private final AtomicReferenceArray<MessageReceiver> receivers =
      new AtomicReferenceArray<>(Frame.MAX_SERVICE_ID + 1);
  private final List<Consumer<Membership>> membershipListeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<Departure>> departureListeners = new CopyOnWriteArrayList<>();
  private final DroppedFrames dropped;
  private final RareLog failed = new RareLog();

  /** Completed by the first view of the current join. */
  private volatile CompletableFuture<Void> firstView = new CompletableFuture<>();

  /** Current view, or null when not joined. */
  private volatile Membership view;

  /** Address in the current view; kept after leaving for the log. */
  private volatile SocketAddress self;

  private GroupMarshalDataSession(
      DecoratorChain chain,
      MembershipSession control,
      Services services,
      DroppedFrames dropped,
      Scheduler scheduler) {
    this.chain = chain;
    this.data = chain.top();
    this.control = control;
    this.services = services;
    this.dropped = dropped;
    this.scheduler = scheduler;
  }

  static GroupMarshalDataSession open(
      Protocol protocol,
      GroupConfiguration group,
      Scheduler scheduler,
      DecoratorChain.Builder chain)
      throws GroupException {
    ControlSession control = protocol.openControlSession(group);
    DataSession data = protocol.openDataSession(group);
    if (!(control instanceof MembershipSession membership)) {
      throw new GroupException(
          "engine "
              + protocol.getClass().getName()
              + " does not know the members of its group; G2CL needs a MembershipSession");
    }
    var dropped = new DroppedFrames();
    var session =
        new GroupMarshalDataSession(
            chain.build(data, dropped, membership::getLocalAddress),
            membership,
            new Services(protocol),
            dropped,
            scheduler);
    session.listen();
    return session;
  }

  private void listen() throws ClosedSessionException {
    data.setMessageListener(
        message -> {
          deliver(message);
          return null;
        });
    control.setMembershipListener(
        new MembershipListener() {
          @Override
          public void onMembershipChange() {
            installView();
          }

          @Override
          public void onExcluded() {
            depart(Departure.EXCLUDED);
          }
        });
  }

  @Override
  public void join() throws GroupException {
    if (view == null) {
      firstView = new CompletableFuture<>();
    }
    CompletableFuture<Void> awaited = firstView;
    control.join();
    try {
      scheduler.get(awaited, FIRST_VIEW_WAIT);
      chain.onJoined();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notJoined(new GroupException("interrupted while joining " + data.getGroup(), e));
    } catch (ExecutionException | TimeoutException e) {
      throw notJoined(
          new GroupException(
              "no view within " + FIRST_VIEW_WAIT + " of joining " + data.getGroup(), e));
    } catch (GroupException e) {
      throw notJoined(e);
    }
  }

  /** Leaves again, and says what may be the cause. */
  private GroupException notJoined(GroupException cause) throws GroupException {
    String mismatch = dropped.mismatch();
    control.leave();
    depart(Departure.LEFT);
    return mismatch == null
        ? cause
        : new GroupException(cause.getMessage() + "; dropped was " + mismatch, cause);
  }

  @Override
  public void leave() throws GroupException {
    chain.flush();
    control.leave();
    depart(Departure.LEFT);
  }

  @Override
  public void close() {
    chain.flush();
    try {
      control.close();
      data.close();
    } catch (IOException e) {
      LOG.warn("{}: closing the sessions of {} failed", self, data.getGroup(), e);
    }
    depart(Departure.LEFT);
  }

  private void installView() {
    Membership next;
    try {
      next = control.getMembership();
    } catch (InvalidStateException e) {
      LOG.debug("{}: view came after leaving", self, e);
      return;
    }
    self = control.getLocalAddress();
    dropped.self(self);
    chain.onView(next);
    view = next;
    firstView.complete(null);
    LOG.info("{}: view {} of {}", self, next.getMembershipList(), data.getGroup());
    membershipListeners.forEach(listener -> call(listener, next));
  }

  private void depart(Departure departure) {
    if (view != null) {
      view = null;
      chain.onDeparture();
      LOG.info("{}: no longer in {}: {}", self, data.getGroup(), departure);
      departureListeners.forEach(listener -> call(listener, departure));
    }
  }

  private <T> void call(Consumer<T> listener, T event) {
    try {
      listener.accept(event);
    } catch (RuntimeException e) {
      LOG.error("{}: listener {} failed on {}", self, listener, event, e);
    }
  }

  @Override
  public Scheduler scheduler() {
    return scheduler;
  }

  @Override
  public boolean isJoined() {
    return view != null;
  }

  @Override
  public SocketAddress localAddress() {
    return view == null ? null : self;
  }

  @Override
  public Membership membership() {
    Membership now = view;
    if (now == null) {
      throw new IllegalStateException("not a member of " + data.getGroup() + "; join() first");
    }
    return now;
  }

  @Override
  public Registration register(int serviceId, MessageReceiver receiver) {
    checkServiceId(serviceId);
    if (!receivers.compareAndSet(serviceId, null, receiver)) {
      throw new IllegalStateException(
          "service id " + serviceId + " has a receiver already; use another id");
    }
    return () -> receivers.compareAndSet(serviceId, receiver, null);
  }

  private static void checkServiceId(int serviceId) {
    if (serviceId < 0 || serviceId > Frame.MAX_SERVICE_ID) {
      throw new IllegalArgumentException(
          "service id is " + serviceId + ", must be 0 to " + Frame.MAX_SERVICE_ID);
    }
  }

  @Override
  public Registration addMembershipListener(Consumer<Membership> listener) {
    membershipListeners.add(listener);
    return () -> membershipListeners.remove(listener);
  }

  @Override
  public Registration addDepartureListener(Consumer<Departure> listener) {
    departureListeners.add(listener);
    return () -> departureListeners.remove(listener);
  }

  @Override
  public void send(G2CLMessage message, int serviceId, String serviceName) throws GroupException {
    Services.Resolved service = services.resolve(serviceName);
    SocketAddress dest = message.getDest();
    checkOrder(dest, serviceName);
    transmit(frame(message, serviceId, service), service, dest);
  }

  @Override
  public void sendEach(
      Collection<SocketAddress> dests, G2CLMessage message, int serviceId, String serviceName)
      throws GroupException {
    Services.Resolved service = services.resolve(serviceName);
    byte[] frame = frame(message, serviceId, service);
    for (SocketAddress dest : dests) {
      checkOrder(dest, serviceName);
      transmit(frame, service, dest);
    }
  }

  private static byte[] frame(G2CLMessage message, int serviceId, Services.Resolved service) {
    checkServiceId(serviceId);
    return Frame.encode(message.header(), serviceId, service.order(), message.body());
  }

  private static void checkOrder(SocketAddress dest, String serviceName) {
    if (dest != null && Order.named(serviceName).total()) {
      throw new IllegalArgumentException(
          "service '%s' is a total order over all members, but the message goes to %s alone; use fifo"
              .formatted(serviceName, dest));
    }
  }

  private void transmit(byte[] frame, Services.Resolved service, SocketAddress dest)
      throws GroupException {
    try {
      Message message = data.createMessage();
      message.setPayload(frame);
      Annotation[] hints =
          dest == null ? NO_ANNOTATIONS : new Annotation[] {new PointToPoint(dest)};
      data.multicast(message, service.service(), null, hints);
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      throw new GroupException("sending to " + (dest == null ? "the group" : dest) + " failed", e);
    }
  }

  private void deliver(Message raw) {
    G2CLMessage message = open(raw);
    if (message == null) {
      return;
    }
    MessageReceiver receiver = receivers.get(message.header().serviceId());
    if (receiver == null) {
      dropped.add(
          raw.getSenderAddress(),
          new MalformedFrameException(
              "no receiver for service id " + message.header().serviceId()));
      return;
    }
    try {
      receiver.receive(message);
    } catch (RuntimeException e) {
      if (failed.count()) {
        LOG.error("{}: receiver of {} failed, {} so far", self, message, failed.total(), e);
      }
    }
  }

  private G2CLMessage open(Message raw) {
    try {
      ByteBuffer frame = raw.payload();
      return Frame.decode(frame, raw.getSenderAddress());
    } catch (MalformedFrameException e) {
      dropped.add(raw.getSenderAddress(), e);
      return null;
    }
  }

  @Override
  public long droppedFrames() {
    return dropped.total();
  }

  @Override
  public Optional<String> mismatch() {
    return Optional.ofNullable(dropped.mismatch());
  }

  /** Tells whether messages may cross in fragments. */
  boolean splits() {
    return chain.splits();
  }

  /**
   * Ends when this member has delivered what it has begun to send in fragments to all.
   *
   * @see FragDataSession#begunDelivered
   */
  CompletableFuture<Void> begunDelivered() {
    return chain.begunDelivered();
  }

  @Override
  public String toString() {
    return "MarshalDataSession[" + self + " in " + data.getGroup() + "]";
  }
}
