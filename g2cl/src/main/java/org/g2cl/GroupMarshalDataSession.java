package org.g2cl;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
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
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.spi.ArrayMessage;
import net.sf.jgcs.spi.GuardedSession;
import net.sf.jgcs.spi.RareLog;
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
  private final GroupMember member;
  private final Services services;
  private final Scheduler scheduler;
  private final AtomicReferenceArray<MessageReceiver> receivers =
      new AtomicReferenceArray<>(Frame.MAX_SERVICE_ID + 1);
  private final DroppedFrames dropped;
  private final RareLog failed = new RareLog();

  /** Null when the chain encrypts. */
  private final ChainGreetings greetings;

  /** Null when the chain does not encrypt. */
  private final CryptoDataSession encrypting;

  private GroupMarshalDataSession(
      DecoratorChain chain,
      GroupMember member,
      Services services,
      DroppedFrames dropped,
      Scheduler scheduler,
      ChainGreetings greetings) {
    this.chain = chain;
    this.data = chain.top();
    this.member = member;
    this.services = services;
    this.dropped = dropped;
    this.scheduler = scheduler;
    this.greetings = greetings;
    this.encrypting = chain.crypto().orElse(null);
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
      DataSession data = protocol.openDataSession(group);
      refuseSecond(data);
      opened.push(data);
      ControlSession control = protocol.openControlSession(group);
      opened.push(control);
      MembershipSession membership = membershipOf(protocol, control);
      var services = new Services(protocol);
      var dropped = new DroppedFrames();
      DecoratorChain built = chain.build(data, dropped, membership::getLocalAddress);
      opened.push(built.top());
      guard(control, built);
      built.crypto().ifPresent(crypto -> crypto.hurryBy(services.any(ServiceNames.UNORDERED)));
      built.bundle().ifPresent(bundle -> bundle.sendAtOnce(services.withoutOrder()));
      ChainGreetings greetings = greetings(data, built, services, dropped);
      var member = new GroupMember(built, membership, dropped, scheduler, firstViewWait, greetings);
      var session =
          new GroupMarshalDataSession(built, member, services, dropped, scheduler, greetings);
      built.crypto().ifPresent(crypto -> crypto.watchKeys(scheduler));
      session.listen();
      return session;
    } catch (GroupException | RuntimeException e) {
      opened.forEach(session -> close(session, e));
      throw e;
    }
  }

  /**
   * A protocol has one session of a group: a second user of it would take the first one's place.
   */
  private static void refuseSecond(DataSession data) throws InvalidStateException {
    if (data.getMessageListener() != null) {
      throw new InvalidStateException(
          "this protocol's session of %s is in use; share its MarshalDataSession, close it first, or create another protocol"
              .formatted(data.getGroup()));
    }
  }

  private static void guard(ControlSession control, DecoratorChain chain) {
    if (control instanceof GuardedSession guarded) {
      chain.crypto().ifPresent(crypto -> guarded.guard(crypto.admission()));
    }
  }

  /** Null when the chain encrypts. */
  private static ChainGreetings greetings(
      DataSession engine, DecoratorChain chain, Services services, DroppedFrames dropped) {
    if (chain.crypto().isPresent()) {
      return null;
    }
    var greetings =
        new ChainGreetings(engine, services.any(ServiceNames.FIFO), chain.names(), dropped);
    chain.lowest().ifPresent(lowest -> lowest.greetBy(greetings));
    return greetings;
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
    member.listen();
  }

  @Override
  public void join() throws GroupException {
    member.join();
  }

  @Override
  public void leave() throws GroupException {
    member.leave();
  }

  @Override
  public void close() {
    member.close();
  }

  @Override
  public Scheduler scheduler() {
    return scheduler;
  }

  @Override
  public boolean isJoined() {
    return member.view() != null;
  }

  @Override
  public SocketAddress localAddress() {
    return member.view() == null ? null : member.self();
  }

  @Override
  public Membership membership() {
    Membership now = member.view();
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
    return member.addMembershipListener(listener);
  }

  @Override
  public Registration addDepartureListener(Consumer<Departure> listener) {
    return member.addDepartureListener(listener);
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
    askAgainForLost();
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

  /**
   * Answers null: no service is told of to the engine's service listener. What goes wrong is told
   * without the message: so the JVM need not make one where a receiver keeps none.
   */
  private Object deliver(Message raw) {
    SocketAddress sender = raw.getSenderAddress();
    askAgainForLost();
    try {
      receive(open(raw));
    } catch (MalformedFrameException e) {
      if (!isGreeting(raw)) {
        dropped.add(sender, e);
      }
    } catch (RuntimeException | Error e) { // or others of its bundle would be lost
      failed(sender, e);
    }
    return null;
  }

  /**
   * Has done what could not be asked for before, as when memory was out; when something comes by.
   */
  private void askAgainForLost() {
    member.askAgainIfLost();
    if (encrypting != null) {
      encrypting.lookAgainIfLost(scheduler);
    }
  }

  private boolean isGreeting(Message raw) {
    return greetings != null
        && chain.decorators().isEmpty()
        && greetings.take(G2CLMessage.of(raw).buffer(), raw.getSenderAddress());
  }

  private void receive(G2CLMessage message) throws MalformedFrameException {
    int serviceId = message.header().serviceId();
    MessageReceiver receiver = receivers.get(serviceId);
    if (receiver == null) {
      throw new MalformedFrameException("no receiver for service id " + serviceId);
    }
    receiver.receive(message);
  }

  private void failed(SocketAddress sender, Throwable failure) {
    scheduler.caught(failure);
    if (failed.count()) {
      LOG.error(
          "{}: the receiver of a message from {} failed, {} so far",
          member.self(),
          sender,
          failed.total(),
          failure);
    }
  }

  private static G2CLMessage open(Message raw) throws MalformedFrameException {
    if (raw instanceof ArrayMessage part) {
      return Frame.decode(part.array(), part.offset(), part.length(), part.getSenderAddress());
    }
    G2CLMessage frame = G2CLMessage.of(raw);
    return Frame.decode(frame.getArray(), frame.getOffset(), frame.getLength(), frame.getSender());
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
    return "MarshalDataSession[" + member.self() + " in " + data.getGroup() + "]";
  }
}
