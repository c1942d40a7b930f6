package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.ServiceNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transfer of an application's state to a member that joins, in step with the totally ordered
 * messages that change it.
 *
 * <h2>Order</h2>
 *
 * The joiner nominates a provider, then casts a mark in total order. At the mark the provider takes
 * its snapshot; the joiner has dropped the totally ordered messages before it, since the snapshot
 * holds their effects, and holds those after it. When it has set the state it replays what it held,
 * and goes on. So no message is lost and none is applied twice, and nobody else waits. This applies
 * to messages that come through {@link #register} or through a dispatcher set {@link
 * MessageDispatcher#after} this session; and only to totally ordered ones.
 *
 * <h2>Failures</h2>
 *
 * When the provider leaves or fails, another is asked, with a new mark. When nobody has a state,
 * the coordinator starts with the empty one. A member that has left its group asks again after it
 * has joined again. A joiner holds at most 100,000 messages and 256 MiB.
 */
public final class StateTransferDataSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StateTransferDataSession.class);
  private static final Duration NOMINATION_TIMEOUT = Duration.ofSeconds(2);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** What a member answers to a nomination. */
  private static final byte ACCEPTED = 1;

  private static final byte RECEIVING = 2;
  private static final byte WITHOUT_STATE = 3;
  private static final byte NO_ANSWER = 4;

  private final MarshalDataSession session;
  private final StateHandler handler;
  private final MessageDispatcher dispatcher;
  private final StateProvider provider;
  private final StateGate gate = new StateGate();
  private final List<Registration> registrations;
  private final ReentrantLock lock = new ReentrantLock();

  /** Held to change and await {@link #viewCame}. */
  private final Object views = new Object();

  /** Set by each view, to ask again at once. */
  private boolean viewCame;

  /** Transfer that this member waits for, or null. */
  private volatile IncomingState incoming;

  /**
   * Creates one and registers it; do so before the session joins.
   *
   * @param serviceId 0 to 255, the same at all members, used by nobody else on the session
   * @throws IllegalStateException when the service id is in use
   */
  public StateTransferDataSession(MarshalDataSession session, int serviceId, StateHandler handler) {
    this.session = session;
    this.handler = handler;
    this.dispatcher =
        new MessageDispatcher(session, serviceId, new Requests()).directDispatching(true);
    this.provider = new StateProvider(session, dispatcher, handler, "g2cl-" + serviceId + "-state");
    this.registrations =
        List.of(
            session.addMembershipListener(this::onView),
            session.addDepartureListener(departure -> onDeparture()));
  }

  /** Tells whether this member has a state: its own, the empty one, or one received. */
  public boolean hasState() {
    return gate.isOpen();
  }

  /**
   * Registers a receiver on the session whose totally ordered messages are in step with the state;
   * others pass unhindered.
   *
   * @throws IllegalStateException when the id has a receiver already
   */
  public Registration register(int serviceId, MessageReceiver receiver) {
    return session.register(
        serviceId,
        message -> {
          if (!message.header().order().total() || gate.pass(message, receiver::receive)) {
            receiver.receive(message);
          }
        });
  }

  StateGate gate() {
    return gate;
  }

  /**
   * Gets the state from another member and waits until it is set and in step.
   *
   * @param target member to ask, or null for any that has a state
   * @param timeout longest wait
   * @return true when a state was received, false when nobody else has one and this member starts
   *     with the empty one
   * @throws TimeoutException when no state came in time
   * @throws GroupException when the target has no state, goes, or sends what is not a state
   * @throws InvalidStateException when not joined
   * @throws IllegalStateException when another thread is getting the state
   * @throws InterruptedException when interrupted while waiting
   */
  public boolean getState(SocketAddress target, Duration timeout)
      throws GroupException, TimeoutException, InterruptedException {
    if (!lock.tryLock()) {
      throw new IllegalStateException("another thread is getting the state already");
    }
    try {
      gate.reset();
      return getStateLocked(target, session.scheduler().nanoTime() + timeout.toNanos());
    } catch (TimeoutException e) {
      throw new TimeoutException(
          "%s: no state within %s from %s"
              .formatted(session.localAddress(), timeout, target == null ? "anybody" : target));
    } finally {
      lock.unlock();
    }
  }

  private boolean getStateLocked(SocketAddress target, long deadline)
      throws GroupException, TimeoutException, InterruptedException {
    while (true) {
      Membership view = view();
      boolean somebodyMayHaveIt = false;
      for (SocketAddress candidate : candidates(target, view)) {
        byte answer = ask(candidate, deadline);
        if (gate.isOpen()) {
          return true;
        }
        somebodyMayHaveIt |= answer != WITHOUT_STATE;
      }
      if (target != null) {
        throw new GroupException("member " + target + " did not give its state");
      }
      if (!somebodyMayHaveIt && view.getLocalRank() == view.getCoordinatorRank()) {
        LOG.info("{}: nobody has a state, starting with the empty one", session.localAddress());
        gate.openEmpty();
        return false;
      }
      pause(deadline);
    }
  }

  private Membership view() throws InvalidStateException {
    try {
      return session.membership();
    } catch (IllegalStateException e) {
      throw new InvalidStateException("getting the state needs a joined group", e);
    }
  }

  private Collection<SocketAddress> candidates(SocketAddress target, Membership view) {
    if (target != null) {
      return List.of(target);
    }
    List<SocketAddress> others = new ArrayList<>(view.getMembershipList());
    others.remove(session.localAddress());
    return others;
  }

  private void pause(long deadline) throws TimeoutException, InterruptedException {
    if (deadline - session.scheduler().nanoTime() <= 0) {
      throw new TimeoutException();
    }
    synchronized (views) {
      long end = session.scheduler().nanoTime() + RETRY_NANOS;
      long rest = RETRY_NANOS;
      while (!viewCame && rest > 0) {
        session.scheduler().await(views, rest);
        rest = end - session.scheduler().nanoTime();
      }
      viewCame = false;
    }
  }

  /** Asks one member, and gets the state when it accepts; the gate is open on success. */
  private byte ask(SocketAddress candidate, long deadline)
      throws GroupException, TimeoutException, InterruptedException {
    long id = session.scheduler().nextLong();
    IncomingState state = new IncomingState(session.scheduler(), id, candidate, deadline);
    incoming = state;
    try {
      byte answer = nominate(candidate, id, deadline);
      if (answer == ACCEPTED) {
        dispatcher.castMessage(
            null,
            new G2CLMessage(null, StateMessage.of(StateMessage.MARK, id)),
            RequestOptions.ASYNC().service(ServiceNames.TOTAL_ORDER));
        receive(state);
      }
      return answer;
    } catch (IOException e) {
      LOG.warn("{}: no state from {}: {}", session.localAddress(), candidate, e.toString());
      return NO_ANSWER;
    } finally {
      incoming = null;
      if (!gate.isOpen()) {
        gate.reset();
      }
    }
  }

  private byte nominate(SocketAddress candidate, long id, long deadline)
      throws InterruptedException, TimeoutException, GroupException {
    long left = Duration.ofNanos(deadline - session.scheduler().nanoTime()).toMillis();
    if (left <= 0) {
      throw new TimeoutException();
    }
    try {
      Byte answer =
          dispatcher.sendMessage(
              new G2CLMessage(candidate, StateMessage.of(StateMessage.NOMINATE, id)),
              RequestOptions.SYNC().timeout(Math.min(left, NOMINATION_TIMEOUT.toMillis())));
      return answer == null ? NO_ANSWER : answer;
    } catch (InvalidStateException e) {
      throw e;
    } catch (GroupException | TimeoutException e) {
      LOG.debug("{}: {} gives no answer", session.localAddress(), candidate, e);
      return NO_ANSWER;
    }
  }

  private void receive(IncomingState state) throws IOException {
    handler.setState(state);
    state.awaitEnd();
    if (!gate.replayAndOpen()) {
      throw new IOException("more messages came meanwhile than can be held, or the group was left");
    }
    LOG.info("{}: has the state of {}", session.localAddress(), state.provider());
  }

  private void onView(Membership view) {
    synchronized (views) {
      viewCame = true;
      session.scheduler().signalAll(views);
    }
    IncomingState state = incoming;
    if (state != null && view.getMemberRank(state.provider()) < 0) {
      state.fail("it left the group or failed");
    }
  }

  private void onDeparture() {
    gate.reset();
    IncomingState state = incoming;
    if (state != null) {
      state.fail("this member is no longer in the group");
    }
  }

  @Override
  public void close() {
    registrations.forEach(Registration::close);
    dispatcher.close();
    provider.close();
    onDeparture();
  }

  /** Messages of other members' transfers, and the chunks of the own one. */
  private final class Requests implements RequestHandler {
    @Override
    public Object handle(G2CLMessage request) {
      throw new UnsupportedOperationException("handled with its response");
    }

    @Override
    public void handle(G2CLMessage request, Response response) {
      ByteBuffer body = request.payload();
      if (!StateMessage.complete(body)) {
        throw new IllegalArgumentException("truncated state transfer message");
      }
      int operation = body.get();
      long id = body.getLong();
      switch (operation) {
        case StateMessage.NOMINATE -> response.send(nominated(id, request.getSender()), false);
        case StateMessage.MARK -> onMark(id, request.getSender());
        case StateMessage.CHUNK -> onChunk(id, body, request, response);
        default -> throw new IllegalArgumentException("unknown operation " + operation);
      }
    }

    private byte nominated(long id, SocketAddress joiner) {
      if (gate.isOpen()) {
        provider.nominate(id, joiner);
        return ACCEPTED;
      }
      return incoming == null ? WITHOUT_STATE : RECEIVING;
    }

    private void onMark(long id, SocketAddress joiner) {
      IncomingState state = incoming;
      if (state != null && state.is(id) && joiner.equals(session.localAddress())) {
        gate.hold();
        state.marked();
      } else if (gate.isOpen()) {
        provider.onMark(id, joiner);
      }
    }

    private void onChunk(long id, ByteBuffer body, G2CLMessage request, Response response) {
      IncomingState state = incoming;
      boolean wanted =
          state != null && state.is(id) && state.provider().equals(request.getSender());
      if (!wanted) {
        response.send(false, false);
        return;
      }
      int flag = body.get();
      if (flag == StateMessage.FAILED) {
        state.fail("it could not write its state");
        response.send(true, false);
      } else if (!state.offer(body.slice(), flag == StateMessage.LAST, response)) {
        response.send(false, false);
      }
    }
  }
}
