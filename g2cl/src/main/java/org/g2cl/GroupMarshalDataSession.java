package org.g2cl;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
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
import net.sf.jgcs.spi.ArrayMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Session on the data and the control session of an engine. */
final class GroupMarshalDataSession implements MarshalDataSession {
  private static final Logger LOG = LoggerFactory.getLogger(GroupMarshalDataSession.class);
  private static final Duration FIRST_VIEW_WAIT = Duration.ofSeconds(30);
  private static final int REJOINS = 16;
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

  private final Duration firstViewWait;

  /** Where this member stands; views count in the middle three. */
  private enum Phase {
    OUT,
    JOINING,
    JOINED,
    /** Put out by the group; the engine may join again by itself. */
    EXCLUDED,
    LEAVING
  }

  /** Held to change what follows; no listener is called with it. */
  private final Object lock = new Object();

  private Phase phase = Phase.OUT;

  /** Calls of join so far, so that a failed one does not end a later one. */
  private long joins;

  /** Thread that proves a membership that the engine began by itself; null when never needed. */
  private Scheduler.Worker prover;

  /** Ended by the first view of the current join, or by leaving. */
  private volatile CompletableFuture<Void> firstView = new CompletableFuture<>();

  /** Current view, or null when not joined; written under the lock. */
  private volatile Membership view;

  /** Address in the current view; kept after leaving for the log. */
  private volatile SocketAddress self;

  private GroupMarshalDataSession(
      DecoratorChain chain,
      MembershipSession control,
      Services services,
      DroppedFrames dropped,
      Scheduler scheduler,
      Duration firstViewWait) {
    this.chain = chain;
    this.data = chain.top();
    this.control = control;
    this.services = services;
    this.dropped = dropped;
    this.scheduler = scheduler;
    this.firstViewWait = firstViewWait;
  }

  static GroupMarshalDataSession open(
      Protocol protocol,
      GroupConfiguration group,
      Scheduler scheduler,
      DecoratorChain.Builder chain)
      throws GroupException {
    return open(protocol, group, scheduler, chain, FIRST_VIEW_WAIT);
  }

  /** Opens one that waits at most so long for its first view. */
  static GroupMarshalDataSession open(
      Protocol protocol,
      GroupConfiguration group,
      Scheduler scheduler,
      DecoratorChain.Builder chain,
      Duration firstViewWait)
      throws GroupException {
    Deque<Closeable> opened = new ArrayDeque<>();
    try {
      ControlSession control = protocol.openControlSession(group);
      opened.push(control);
      DataSession data = protocol.openDataSession(group);
      opened.push(data);
      MembershipSession membership = membershipOf(protocol, control);
      var services = new Services(protocol);
      var dropped = new DroppedFrames();
      DecoratorChain built = chain.build(data, dropped, membership::getLocalAddress);
      opened.push(built.top());
      var session =
          new GroupMarshalDataSession(
              built, membership, services, dropped, scheduler, firstViewWait);
      session.listen();
      return session;
    } catch (GroupException | RuntimeException e) {
      opened.forEach(session -> close(session, e));
      throw e;
    }
  }

  private static MembershipSession membershipOf(Protocol protocol, ControlSession control)
      throws GroupException {
    if (control instanceof MembershipSession membership) {
      return membership;
    }
    throw new GroupException(
        "engine "
            + protocol.getClass().getName()
            + " does not know the members of its group; G2CL needs a MembershipSession");
  }

  private static void close(Closeable session, Exception reason) {
    try {
      session.close();
    } catch (IOException | RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  private void listen() throws ClosedSessionException {
    data.setMessageListener(this::deliver);
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
    long mine = joinEngine();
    CompletableFuture<Void> awaited = firstView;
    try {
      scheduler.get(awaited, firstViewWait);
      chain.onJoined();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notJoined(mine, new GroupException("interrupted while joining " + data.getGroup(), e));
    } catch (ExecutionException e) {
      throw notJoined(mine, new GroupException("left while joining " + data.getGroup(), e));
    } catch (TimeoutException e) {
      throw notJoined(mine, noView(e));
    } catch (GroupException | RuntimeException e) {
      throw notJoined(mine, failure(e));
    }
  }

  private GroupException failure(Exception e) {
    return e instanceof GroupException known
        ? known
        : new GroupException("joining " + data.getGroup() + " failed", e);
  }

  private GroupException noView(TimeoutException cause) {
    return new GroupException(
        "no view within %s of joining %s; see that the engine's addresses and ports (bind address, peers, daemon) are right and that the other members can be reached"
            .formatted(firstViewWait, data.getGroup()),
        cause);
  }

  /** Joins below and answers the number of this join; the phase is as before when that fails. */
  private long joinEngine() throws GroupException {
    Phase before;
    long mine;
    synchronized (lock) {
      before = phase;
      if (before != Phase.OUT && before != Phase.EXCLUDED) {
        throw new InvalidStateException(
            "%s: join() is for members that are out of the group, this one is %s"
                .formatted(data.getGroup(), before));
      }
      firstView = new CompletableFuture<>();
      dropped.forgetMismatch();
      phase = Phase.JOINING;
      mine = ++joins;
    }
    boolean joined = false;
    try {
      control.join();
      joined = true;
    } finally {
      if (!joined) {
        restore(before);
      }
    }
    return mine;
  }

  private void restore(Phase before) {
    synchronized (lock) {
      if (phase == Phase.JOINING) {
        phase = before;
        return;
      }
      if (phase == Phase.JOINED && before == Phase.EXCLUDED) {
        proveLater(); // the engine itself was quicker
        return;
      }
    }
    depart(Departure.LEFT);
  }

  /** Leaves again, unless somebody did so already, and says what may be the cause. */
  private GroupException notJoined(long mine, GroupException cause) {
    String mismatch = dropped.mismatch();
    GroupException told =
        mismatch == null
            ? cause
            : new GroupException(cause.getMessage() + "; dropped was " + mismatch, cause);
    withdraw(mine, told);
    return told;
  }

  /** Leaves for that reason what was joined by that call of join, if it still is. */
  private void withdraw(long mine, GroupException reason) {
    synchronized (lock) {
      if (joins != mine || phase == Phase.OUT || phase == Phase.LEAVING) {
        return;
      }
      phase = Phase.LEAVING;
    }
    try {
      control.leave();
    } catch (GroupException | RuntimeException e) {
      reason.addSuppressed(e);
    } finally {
      depart(Departure.LEFT);
    }
  }

  @Override
  public void leave() throws GroupException {
    synchronized (lock) {
      if (phase == Phase.LEAVING) {
        throw new InvalidStateException("leaving " + data.getGroup() + " already");
      }
      phase = Phase.LEAVING;
    }
    try {
      chain.flush();
      control.leave();
    } finally {
      depart(Departure.LEFT);
    }
  }

  @Override
  public void close() {
    try {
      chain.flush();
      synchronized (lock) {
        phase = Phase.LEAVING;
      }
      control.close();
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: closing the control session of {} failed", self, data.getGroup(), e);
    } finally {
      depart(Departure.LEFT);
      closeData();
    }
  }

  private void closeData() {
    try {
      data.close();
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: closing the data session of {} failed", self, data.getGroup(), e);
    }
    synchronized (lock) {
      if (prover != null) {
        prover.close();
      }
    }
  }

  private void installView() {
    Membership next;
    synchronized (lock) {
      if (phase == Phase.OUT || phase == Phase.LEAVING) {
        LOG.debug("{}: view came after leaving", self);
        return;
      }
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
      if (phase == Phase.EXCLUDED) {
        proveLater();
      }
      phase = Phase.JOINED;
    }
    firstView.complete(null);
    LOG.info("{}: view {} of {}", self, next.getMembershipList(), data.getGroup());
    for (Consumer<Membership> listener : membershipListeners) {
      if (view != null) { // else it has heard of the departure
        call(listener, next);
      }
    }
  }

  /** Does for an engine that joined again by itself what join does after the first view. */
  private void proveLater() {
    if (chain.decorators().isEmpty()) {
      return;
    }
    if (prover == null) {
      prover = scheduler.worker("g2cl-rejoin", REJOINS);
    }
    long mine = joins;
    if (!prover.offer(() -> prove(mine))) {
      LOG.debug("{}: closed meanwhile", self);
    }
  }

  private void prove(long mine) {
    try {
      chain.onJoined();
    } catch (GroupException | RuntimeException e) {
      GroupException failure = failure(e);
      LOG.warn("{}: leaves {}, joined again by its engine", self, data.getGroup(), failure);
      withdraw(mine, failure);
    }
  }

  /** Ends the membership, if there is one, and tells so; once for each. */
  private void depart(Departure departure) {
    boolean member;
    synchronized (lock) {
      member = view != null;
      view = null;
      if (departure == Departure.LEFT) {
        phase = Phase.OUT;
        firstView.completeExceptionally(new InvalidStateException("this member has left"));
      } else if (phase == Phase.JOINED) {
        phase = Phase.EXCLUDED;
      }
      if (member) {
        chain.onDeparture();
      }
    }
    if (member) {
      tell(departure);
    }
  }

  private void tell(Departure departure) {
    LOG.info("{}: no longer in {}: {}", self, data.getGroup(), departure);
    departureListeners.forEach(listener -> call(listener, departure));
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
    transmit(head(message, serviceId, service), message, service, dest);
  }

  @Override
  public void sendEach(
      Collection<SocketAddress> dests, G2CLMessage message, int serviceId, String serviceName)
      throws GroupException {
    Services.Resolved service = services.resolve(serviceName);
    byte[] head = head(message, serviceId, service);
    for (SocketAddress dest : dests) {
      checkOrder(dest, serviceName);
      transmit(head, message, service, dest);
    }
  }

  private static byte[] head(G2CLMessage message, int serviceId, Services.Resolved service) {
    checkServiceId(serviceId);
    return Frame.head(message.header(), serviceId, service.order(), message.getLength());
  }

  private static void checkOrder(SocketAddress dest, String serviceName) {
    if (dest != null && Order.named(serviceName).total()) {
      throw new IllegalArgumentException(
          "service '%s' is a total order over all members, but the message goes to %s alone; use fifo"
              .formatted(serviceName, dest));
    }
  }

  private void transmit(
      byte[] head, G2CLMessage body, Services.Resolved service, SocketAddress dest)
      throws GroupException {
    try {
      Message message = data.createMessage();
      message.setPayload(head, body.getArray(), body.getOffset(), body.getLength());
      Annotation[] hints =
          dest == null ? NO_ANNOTATIONS : new Annotation[] {new PointToPoint(dest)};
      data.multicast(message, service.service(), null, hints);
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      throw new GroupException("sending to " + (dest == null ? "the group" : dest) + " failed", e);
    }
  }

  /** Answers null: no service is told of to the engine's service listener. */
  private Object deliver(Message raw) {
    G2CLMessage message = open(raw);
    if (message == null) {
      return null;
    }
    MessageReceiver receiver = receivers.get(message.header().serviceId());
    if (receiver == null) {
      dropped.add(
          raw.getSenderAddress(),
          new MalformedFrameException(
              "no receiver for service id " + message.header().serviceId()));
      return null;
    }
    try {
      receiver.receive(message);
    } catch (RuntimeException e) {
      if (failed.count()) {
        LOG.error("{}: receiver of {} failed, {} so far", self, message, failed.total(), e);
      }
    }
    return null;
  }

  private G2CLMessage open(Message raw) {
    try {
      if (raw instanceof ArrayMessage part) {
        return Frame.decode(part.array(), part.offset(), part.length(), part.getSenderAddress());
      }
      G2CLMessage frame = G2CLMessage.of(raw);
      return Frame.decode(
          frame.getArray(), frame.getOffset(), frame.getLength(), frame.getSender());
    } catch (MalformedFrameException e) {
      dropped.add(raw.getSenderAddress(), e);
      return null;
    }
  }

  @Override
  public void changeKeys(Map<String, String> keys) throws GroupException {
    ChainSettings next = ChainSettings.ofKeys(keys);
    CryptoDataSession crypto =
        chain
            .crypto()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "this session of %s does not encrypt, so it has no keys to change; open it with crypto in its chain"
                            .formatted(data.getGroup())));
    crypto.changeKeys(next);
  }

  @Override
  public long droppedFrames() {
    return dropped.total();
  }

  @Override
  public Optional<String> mismatch() {
    return Optional.ofNullable(dropped.mismatch());
  }

  /** Messages that were begun to be sent in fragments; empty when none ever is. */
  Optional<BegunMessages> begun() {
    return chain.begun();
  }

  @Override
  public String toString() {
    return "MarshalDataSession[" + self + " in " + data.getGroup() + "]";
  }
}
